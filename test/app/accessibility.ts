import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as it stands: `rule: where`, nothing where nothing is wrong. */
export async function findViolations(page: Page): Promise<string[]> {
  // Under the page's own policy no script may be added to it, so axe comes through the debugger.
  await page.evaluate(axe)
  await page.evaluate(settled)
  return page.evaluate(async () => {
    const tool = (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } })
      .axe
    const { violations: found } = await tool.run({ resultTypes: ['violations'] })
    return found.flatMap((one) => one.nodes.map((node) => `${one.id}: ${String(node.target)}`))
  })
}

/** What is fading in is not yet what one reads: waits for the motions that end soon. Runs in the page. */
async function settled() {
  const soon = document.getAnimations().filter(({ effect, timeline, currentTime }) => {
    const end = Number(effect?.getComputedTiming().endTime)
    return timeline instanceof DocumentTimeline && end - Number(currentTime) < 2_000
  })
  await Promise.allSettled(soon.map((motion) => motion.finished))
}

/** What has the focus: its name as it is read out, and whether an eye can find it. */
export function readFocus(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: '', seen: true }
    // A link that covers its card draws its ring on what covers it.
    const rings = [null, '::before', '::after'].map((part) => getComputedStyle(element, part))
    const ringed = rings.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    )
    const box = (element.closest('article') ?? element).getBoundingClientRect()
    const onScreen =
      box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return { name: name.replace(/\s+/g, ' ').trim(), seen: ringed && onScreen }
  })
}

/** Presses Tab until the focus is on what is called `name`. Fails where a stop on the way cannot be seen. */
export async function tabTo(page: Page, name: string | RegExp, most = 60): Promise<void> {
  const passed: string[] = []
  for (let count = 0; count < most; count++) {
    await page.keyboard.press('Tab')
    const stop = await readFocus(page)
    expect(stop.seen, `the focus on “${stop.name}” is seen`).toBe(true)
    if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return
    passed.push(stop.name)
  }
  throw new Error(`Tab does not lead to ${String(name)}; it led to ${passed.join(' · ')}`)
}

/** Waits until `target` has the focus. */
export const hasFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
