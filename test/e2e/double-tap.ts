import type { Locator } from 'playwright-core'

/**
 * Two quick taps in one place, as a phone tells them: neither says that it is the second. A tenth of a second lies
 * between them however long the machine takes.
 */
export async function doubleTap(what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('What is tapped is not there')
  const page = what.page()
  const session = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const began = Date.now() / 1000
  for (const timestamp of [began, began + 0.1])
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await session.send('Input.dispatchMouseEvent', {
        ...{ type, ...point, timestamp },
        ...{ button: 'left', clickCount: 1 },
      })
  await session.detach()
}
