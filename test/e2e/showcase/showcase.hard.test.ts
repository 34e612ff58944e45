// hard: opens some 130 states of components, and compares 60 with pictures (2 min of CPU).
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site, type Visit } from '../site.ts'
import { describeDifference, encodePicture } from './compare-pictures.ts'
import { picturedStates } from './pictured-states.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 180_000 })

const folder = join(import.meta.dirname, 'pictures')
/** The version of the browser that made the pictures. */
const versionFile = join(import.meta.dirname, 'browser-version.txt')
const isUpdate = process.env['UPDATE'] === '1'
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }
/** Pixels that may differ from the stored picture: less than a stroke of a letter or the edge of a control. */
const maxPixels = 12

let site: Site
let visit: Visit
beforeAll(async () => {
  site = await openSite([], { browser: 'reference' })
  visit = await site.visit(phone)
})
afterAll(() => site?.close())

const linksOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href')!))

/** The addresses of all states, read from the catalogue itself. */
async function readStateAddresses(page: Page): Promise<string[]> {
  await page.goto('/test')
  const addresses: string[] = []
  for (const component of await linksOf(page, 'h3 a[href^="/test/"]')) {
    await page.goto(component)
    addresses.push(...(await linksOf(page, 'h2 a[href^="/test/"]')))
  }
  return addresses
}

/** Waits for the font, which pages load when idle. */
const waitForFont = (page: Page) =>
  page.waitForFunction(async () => {
    await document.fonts.ready
    return [...document.fonts].some(
      ({ family, status }) => family.includes('Pretendard') && status === 'loaded',
    )
  })

const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Stores the picture, or compares it with the stored one. `isSameBrowser`: whether the stored one is of this browser. */
async function comparePicture(
  page: Page,
  name: string,
  isSameBrowser: boolean,
): Promise<string | null> {
  const screenshot = await page.locator('[data-specimen]').screenshot({ animations: 'disabled' })
  const path = join(folder, name)
  if (
    isUpdate &&
    (!isSameBrowser ||
      !existsSync(path) ||
      (await describeDifference(screenshot, readFileSync(path), 0)))
  )
    writeFileSync(path, await encodePicture(screenshot))
  if (!existsSync(path)) return 'no stored picture; add it with UPDATE=1'
  return describeDifference(screenshot, readFileSync(path), maxPixels)
}

/** The addresses of the states that have a picture, and the names of the pictures. */
const pictures = new Map<string, string>(
  Object.entries(picturedStates).flatMap(([component, states]) =>
    states.map((state) => [`/test/${component}/${state}`, `${component}.${state}.webp`] as const),
  ),
)

test('shows every state at 360 px accessible and without overflow, and 60 as in their pictures', async () => {
  const { page } = visit
  // Codes count down.
  await page.clock.setFixedTime('2026-03-01T12:00:00+09:00')
  const addresses = await readStateAddresses(page)
  expect(addresses.length).toBeGreaterThan(100)
  const version = `Chromium ${site.browser.version()}`
  const pictured = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'nothing'
  const isSameBrowser = version === pictured
  const findings: string[] = []
  if (!isSameBrowser && !isUpdate)
    findings.push(
      `The pictures were taken with ${pictured}, this is ${version}: none was compared. Renew them with UPDATE=1.`,
    )
  expect([...pictures.keys()].filter((address) => !addresses.includes(address))).toEqual([])
  for (const address of addresses) {
    await page.goto(address)
    await waitForFont(page)
    const overflow = await readOverflow(page)
    if (overflow > 0) findings.push(`${address}: ${overflow} px wider than the screen`)
    for (const violation of await findViolations(page)) findings.push(`${address}: ${violation}`)
    const name = pictures.get(address)
    if (!name || (!isSameBrowser && !isUpdate)) continue
    const difference = await comparePicture(page, name, isSameBrowser)
    if (difference) findings.push(`${address}: ${difference}`)
  }
  if (isUpdate) writeFileSync(versionFile, `${version}\n`)
  const names = [...pictures.values()]
  for (const name of readdirSync(folder).filter((stored) => !names.includes(stored))) {
    if (isUpdate) rmSync(join(folder, name))
    else findings.push(`${name}: not a picture of \`picturedStates\`; remove it with UPDATE=1`)
  }
  expect(findings).toEqual([])
  visit.clean()
})

test('shows a component in a frame of 360 px on a light ground, with its props', async () => {
  const wide = await site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  const { page } = wide
  await page.goto('/test')
  await page.getByRole('link', { name: 'RadioCard' }).click()
  await page.getByRole('rowheader', { name: 'onSelect 필수' }).waitFor()
  await page.getByRole('button', { name: '밝은 바탕' }).click()
  const ground = page.locator('[data-specimen="group"]')
  const colorOf = (element: Locator) =>
    element.evaluate((node) => getComputedStyle(node).backgroundColor)
  await expect.poll(() => colorOf(ground)).toBe('rgb(255, 255, 255)')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '360px' }).click()
  const frame = page.frameLocator('iframe[title="RadioCard group"]')
  await frame.getByRole('radio', { name: /대여/ }).check()
  const main = frame.locator('main')
  expect(await main.evaluate(() => innerWidth)).toBe(360)
  await expect.poll(() => colorOf(main)).toBe('rgb(255, 255, 255)')
  await expect.poll(() => frame.locator('footer, nav').count()).toBe(0)
  await endVisit(wide)
})

test.each(['/test/nothing', '/test/button/nothing', '/test/button/primary/nothing'])(
  'answers 404 for %s',
  async (address) => {
    expect((await site.world.fetch(address)).status).toBe(404)
  },
)

test('lets only pages of the site frame a state, and nothing frame other pages', async () => {
  const policyOf = async (path: string) =>
    (await site.world.fetch(path)).headers.get('content-security-policy')
  expect(await policyOf('/test/button/primary')).toContain("frame-ancestors 'self'")
  for (const path of ['/', '/test', '/test/button', '/accounts/login'])
    expect(await policyOf(path)).toContain("frame-ancestors 'none'")
})
