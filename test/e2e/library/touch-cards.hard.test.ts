// hard: long presses by emulated touch (15 s of CPU); wishlist.test.ts likes by long press.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { touchInput } from '#test/e2e/player/touch-input.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const phone = {
  viewport: { width: 360, height: 780 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce' as const,
}
const sheetFile = /\/assets\/card-sheet-[^/]+\.js$/

async function openCards(page: Page) {
  await page.goto('/categories/1')
  const card = page.getByRole('article').first()
  const { x, y } = (await card.boundingBox())!
  const link = card.getByRole('link')
  return {
    link,
    title: await link.innerText(),
    at: { x: x + 40, y: y + 60 },
    /** Sends what a system sends for a long press, which Chromium without a screen does not. */
    pressesForMenu: () =>
      link.evaluate((element) =>
        element.dispatchEvent(
          new PointerEvent('contextmenu', {
            bubbles: true,
            cancelable: true,
            pointerType: 'touch',
          }),
        ),
      ),
  }
}

test('opens a sheet by long press that offers the card in a new tab', async () => {
  const visit = await site.visit(phone)
  const { page, context } = visit
  const { link, title, at, pressesForMenu } = await openCards(page)
  const finger = await touchInput(page)
  const loaded = page.waitForResponse(sheetFile)
  await finger.swipe(at, { y: 30 })
  await loaded
  await finger.down(at.x, at.y)
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.waitFor()
  expect(await pressesForMenu()).toBe(false)
  await finger.up()
  expect(await findViolations(page)).toEqual([])
  const path = (await link.getAttribute('href'))!
  const tab = context.waitForEvent('page')
  await sheet.getByRole('link', { name: /^새 탭에서 열기/ }).tap()
  await expect.poll(async () => new URL((await tab).url()).pathname).toBe(path)
  await sheet.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/categories/1')
  visit.clean()
  await context.close()
})

test('leaves the browser its menu where the sheet cannot load', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  visit.allow(/card-sheet|ERR_FAILED/)
  await page.route(sheetFile, (route) => route.abort())
  const { at, pressesForMenu } = await openCards(page)
  const finger = await touchInput(page)
  const failed = page.waitForEvent('requestfailed', (request) => sheetFile.test(request.url()))
  await finger.down(at.x, at.y)
  await failed
  expect(await pressesForMenu()).toBe(true)
  await finger.up()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await endVisit(visit)
})

test('leaves mouse and keyboard the menu of a card', async () => {
  const visit = await site.visit()
  const { page } = visit
  await page.addInitScript(() => {
    const menus: boolean[] = []
    Object.assign(globalThis, { menus })
    addEventListener('contextmenu', (event) => menus.push(event.defaultPrevented))
  })
  const { link, at } = await openCards(page)
  const suppressed = () =>
    page.evaluate(() => (globalThis as unknown as { menus: boolean[] }).menus)
  await page.mouse.click(at.x, at.y, { button: 'right' })
  await expect.poll(suppressed).toEqual([false])
  await link.press('Shift+F10')
  await expect.poll(suppressed).toEqual([false, false])
  await endVisit(visit)
})
