// hard: presses 20 links and waits for what they paint, and reports times that depend on the machine.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from './site.ts'

const repetitions = 20
/** The outline is drawn within this factor of the time that an empty element takes on the same page. */
const maxRatio = 2

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close())

/**
 * Milliseconds from a click until an element is in a painted frame, and until scripts see that it is opaque. Its delay before
 * that runs in the compositor, so a page that is busy shows it earlier than scripts can tell.
 */
type Paint = { drawn: number; opaque: number }

/**
 * Makes the next click record the time to the paint of the first element of a selector.
 * @param addsPlain whether the click adds an element with the delay of the outline, and nothing else.
 */
const watchPaint = (page: Page, selector: string, addsPlain: boolean) =>
  page.evaluate(
    ({ selector, addsPlain }) => {
      const paint = Promise.withResolvers<Paint>()
      Object.assign(globalThis, { paint: paint.promise })
      const watch = ({ timeStamp }: MouseEvent) => {
        /** Resolves after the frame of this callback has been painted. */
        const painted = () =>
          new Promise<number>((resolve) => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
            port1.start()
            port2.postMessage(null)
          })
        let drawn: Promise<number> | undefined
        const look = async () => {
          const shown = document.querySelector(selector)
          if (shown) drawn ??= painted()
          if (!drawn || !shown || getComputedStyle(shown).opacity !== '1')
            return requestAnimationFrame(() => void look())
          paint.resolve({ drawn: await drawn, opaque: await painted() })
        }
        requestAnimationFrame(() => void look())
        if (!addsPlain) return
        const plain = document.createElement('div')
        plain.dataset['plain'] = ''
        plain.className = 'appear-delayed fixed inset-0 z-sticky-raised bg-background'
        document.body.append(plain)
      }
      addEventListener('click', watch, { capture: true, once: true })
    },
    { selector, addsPlain },
  )
const readPaint = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { paint: Promise<Paint> }).paint)

const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

test('draws the outline of a title page about as soon as an empty element', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  let release = Promise.withResolvers<void>()
  await page.route(/\/series\/\d+\.data/, async (route) => {
    await release.promise
    await route.continue()
  })
  const overlays = page.waitForResponse(/\/assets\/overlays-/)
  await page.goto('/')
  const card = page.getByRole('region', { name: '오늘의 인기 15' }).getByRole('article').first()
  await card.hover()
  await (await overlays).finished()

  const paints: { plain: Paint; outline: Paint }[] = []
  for (let at = 0; at < repetitions; at++) {
    release = Promise.withResolvers()
    await page.mouse.move(4, 400)
    await watchPaint(page, '[data-plain]', true)
    await page.mouse.click(4, 400)
    const plain = await readPaint(page)
    await page.evaluate(() => document.querySelector('[data-plain]')?.remove())

    await card.hover()
    await watchPaint(page, '[data-skeleton=title]', false)
    await card.click()
    paints.push({ plain, outline: await readPaint(page) })
    release.resolve()
    await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-skeleton]').count()).toBe(0)
  }
  const medianOfKind = (element: 'plain' | 'outline', kind: keyof Paint) => {
    const times = paints.map((paint) => paint[element][kind])
    const median = medianOf(times)
    console.log(
      `${element} ${kind}: median ${median.toFixed(0)} ms, maximum ${Math.max(...times).toFixed(0)} ms`,
    )
    return median
  }
  for (const element of ['plain', 'outline'] as const) medianOfKind(element, 'opaque')
  const ratio = medianOfKind('outline', 'drawn') / medianOfKind('plain', 'drawn')
  expect(ratio).toBeLessThan(maxRatio)
  await endVisit(visit)
})
