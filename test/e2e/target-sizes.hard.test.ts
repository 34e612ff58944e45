// hard: link sizes of the whole home page (10 s of CPU).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close())

/** Links in the viewport that are smaller than 24 px in either direction (WCAG 2.5.8). Runs in the page. */
function smallLinks(): { links: number; small: string[] } {
  const boxes = [...document.querySelectorAll('main a')]
    .map((link) => ({ link, box: link.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.bottom > 0 && box.top < innerHeight)
  return {
    links: boxes.length,
    small: boxes
      // Fractions of a pixel are rounding.
      .filter(({ box }) => box.width < 23.5 || box.height < 23.5)
      .map(({ link, box }) => `${link.textContent} ${box.width} × ${box.height}`),
  }
}

test.for([{ width: 360 }, { width: 1440 }])(
  'keeps every link of home at least 24 px large at $width px',
  { timeout: 60_000 },
  async ({ width }) => {
    const visit = await site.visit({ viewport: { width, height: 800 } })
    const { page } = visit
    await page.goto('/')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    let links = 0
    for (let top = 0; top < height; top += 700) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
      // Rails near the viewport are completed when idle.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(null))))
      const found = await page.evaluate(smallLinks)
      expect(found.small).toEqual([])
      links += found.links
    }
    expect(links).toBeGreaterThan(60)
    await endVisit(visit)
  },
)
