import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe on the current page. @returns `rule: selector` for each violation. */
export async function findViolations(page: Page): Promise<string[]> {
  // The page's content security policy blocks added scripts, so axe is injected through the debugger, once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await page.evaluate(waitForAnimations)
  return page.evaluate(async () => {
    const tool = (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } })
      .axe
    const { violations } = await tool.run({ resultTypes: ['violations'] })
    return violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${String(node.target)}`),
    )
  })
}

/** Waits for animations that end soon, because axe measures contrast during fades. Runs in the page. */
async function waitForAnimations() {
  const animations = document.getAnimations().filter(({ effect, timeline, currentTime }) => {
    const end = Number(effect?.getComputedTiming().endTime)
    return timeline instanceof DocumentTimeline && end - Number(currentTime) < 2_000
  })
  await Promise.allSettled(animations.map((animation) => animation.finished))
}

/** Reads the accessible name of the focused element and whether its focus indicator is visible on screen. */
export function readFocus(page: Page): Promise<{ name: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: '', seen: true }
    // A link that covers its card draws its focus ring on a pseudo-element.
    const styles = [null, '::before', '::after'].map((part) => getComputedStyle(element, part))
    const hasRing = styles.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    )
    const box = (element.closest('article') ?? element).getBoundingClientRect()
    const onScreen =
      box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    return { name: name.replace(/\s+/g, ' ').trim(), seen: hasRing && onScreen }
  })
}

/**
 * Presses Tab until the element named `name` has the focus. Fails if a stop on the way has no visible focus
 * indicator.
 */
export async function tabTo(page: Page, name: string | RegExp, maxStops = 60): Promise<void> {
  const visited: string[] = []
  for (let count = 0; count < maxStops; count++) {
    await page.keyboard.press('Tab')
    const focused = await readFocus(page)
    expect(focused.seen, `the focus on “${focused.name}” is visible`).toBe(true)
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) return
    visited.push(focused.name)
  }
  throw new Error(`Tab does not reach ${String(name)}; stops: ${visited.join(' · ')}`)
}

/** Waits until `target` has the focus. */
export const hasFocus = (target: Locator): Promise<void> =>
  expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
