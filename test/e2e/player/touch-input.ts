import type { CDPSession, Page } from 'playwright-core'

/** Touch input by the browser's own events, which respect `touch-action`. */
export async function touchInput(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    points: { x: number; y: number }[],
  ) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    up: () => send('touchEnd', []),
    async tap(x: number, y: number) {
      await send('touchStart', [{ x, y }])
      await send('touchEnd', [])
    },
    async swipe(from: { x: number; y: number }, by: { x?: number; y?: number }, steps = 6) {
      await send('touchStart', [from])
      for (let step = 1; step <= steps; step++) {
        const x = from.x + ((by.x ?? 0) * step) / steps
        const y = from.y + ((by.y ?? 0) * step) / steps
        await send('touchMove', [{ x, y }])
      }
      await send('touchEnd', [])
    },
  }
}
