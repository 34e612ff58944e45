import type { Locator } from 'playwright-core'

/**
 * Taps an element twice in one place. As on a phone, both events have a click count of 1. Their timestamps are 100 ms apart,
 * however busy the machine is.
 */
export async function doubleTap(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('the element to tap is not visible')
  const page = target.page()
  const session = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const began = Date.now() / 1000
  for (const timestamp of [began, began + 0.1])
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await session.send('Input.dispatchMouseEvent', {
        type,
        ...point,
        timestamp,
        button: 'left',
        clickCount: 1,
      })
  await session.detach()
}
