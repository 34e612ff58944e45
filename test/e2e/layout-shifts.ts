import type { Page } from 'playwright-core'

type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** Collects layout shifts from the first byte of each page on. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[])
        shifts.push({
          value,
          moved: sources.map(({ node }) =>
            node instanceof Element ? node.outerHTML.slice(0, 120) : 'gone',
          ),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The cumulative layout shift (https://web.dev/articles/cls) of the page so far, without sessions, and what moved. */
export const readShifts = (page: Page) =>
  page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: { value: number; moved: string[] }[] }
    return {
      sum: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.map(({ value, moved }) => `${value.toFixed(4)} ${moved.join(', ')}`).join('\n'),
    }
  })
