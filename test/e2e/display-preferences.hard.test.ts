// hard: every control in forced colours, touch sizes and reduced motion (40 s of CPU); routes.test.ts checks each page with axe.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember } from '#test/fixtures/members.ts'
import { findEpisodes, createPlayableEpisodes, watch } from './player/playable-episodes.ts'
import { endVisit, openSite, signIn, type Site } from './site.ts'
import { createPaidVideos } from './billing/paid-videos.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 180_000 })

let site: Site
/** A free episode, found before the radio button test puts the next one of its season on sale. */
let free: number
beforeAll(async () => {
  site = await openSite([], { search: true })
  free = (await findEpisodes(site.world)).first
})
afterAll(() => site?.close())

const visitorForms = [
  '/test',
  '/accounts/login',
  '/accounts/join/create-id',
  '/accounts/recovery/id',
  '/accounts/recovery/password/find',
  '/search',
  '/categories/6',
  '/customer-service/faqs/account',
]
const memberForms = ['/mypage/profile', '/customer-service/inquirys/new']
const studioForms = [
  '/studio/works',
  '/studio/works/1',
  '/studio/works/import',
  '/studio/acts',
  '/studio/uploads',
  '/studio/inquiries',
  '/studio/members',
]

/** Text inputs, text areas and selects whose text is below 16 px, at which iOS Safari zooms in on focus. */
const smallInputs = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      .filter((input) => !['checkbox', 'radio', 'file', 'hidden'].includes(input.type))
      .filter((input) => Number.parseFloat(getComputedStyle(input).fontSize) < 16)
      .map((input) => `${input.tagName} ${input.className}`),
  )

test.each([
  ['visitors', visitorForms, undefined],
  ['members', memberForms, {}],
  ['staff', studioForms, { is_staff: true }],
])('shows inputs of %s in at least 16 px on a touch screen', async (_, paths, member) => {
  const phone = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true }
  const visit = await site.visit(phone)
  if (member) await signIn(visit, await makeMember(site.world, member))
  const { page } = visit
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.locator('main :is(input, select, textarea)').first().waitFor({ state: 'attached' })
    expect([path, await smallInputs(page)]).toEqual([path, []])
  }
  await endVisit(visit)
})

const forced = {
  viewport: { width: 1440, height: 900 },
  forcedColors: 'active' as const,
  reducedMotion: 'reduce' as const,
}

/** A picture of an element that has neither pointer nor focus. */
async function pictureOf(element: Locator): Promise<string> {
  await element.page().mouse.move(0, 0)
  await element.evaluate((node) => node.blur())
  const picture = await element.screenshot({ animations: 'disabled' })
  return picture.toString('base64')
}

/** The background without its transparency, which forced colors keep. */
const backgroundOf = (element: Locator) =>
  element.evaluate((node) =>
    getComputedStyle(node).backgroundColor.match(/\d+/g)?.slice(0, 3).join(' '),
  )

test('shows the state of checkboxes, switches and chips in forced colors', async () => {
  const visit = await site.visit(forced)
  const { page } = visit
  await page.goto('/test', { waitUntil: 'networkidle' })
  const fields = page.locator('#fields')
  for (const control of [
    fields.getByRole('checkbox', { name: '이용약관에 동의해요' }),
    fields.getByRole('switch').nth(1),
  ]) {
    // The boundary of an unchecked control is visible.
    expect(await control.evaluate((node) => getComputedStyle(node).borderWidth)).toBe('1px')
    const box = control.locator('..')
    const unchecked = await pictureOf(box)
    await control.check({ force: true })
    expect(await pictureOf(box)).not.toBe(unchecked)
  }
  const chip = page.locator('#choices').getByRole('button').nth(1)
  const rest = await backgroundOf(chip)
  await chip.click()
  expect(await backgroundOf(chip)).not.toBe(rest)
  // A backplate behind the text would have the colour of the text.
  expect(await chip.evaluate((node) => getComputedStyle(node).forcedColorAdjust)).toBe('none')
  await endVisit(visit)
})

test('shows the chosen radio button in forced colors', async () => {
  const [film = 0] = await createPaidVideos(site, 1)
  const visit = await site.visit(forced, await makeMember(site.world))
  await visit.page.goto(`/video/${film}?buy=3`)
  const sheet = visit.page.getByRole('dialog', { name: /구매$/ })
  const own = sheet.getByRole('radio', { name: '소장' })
  const rent = sheet.getByRole('radio', { name: '대여' })
  await own.check()
  expect(await pictureOf(rent)).not.toBe(await pictureOf(own))
  await rent.check()
  expect(await pictureOf(rent)).not.toBe(await pictureOf(own))
  await visit.context.close()
})

test('shows the position and switches of the player in forced colors', async ({ skip }) => {
  if (!site.plays) skip()
  await createPlayableEpisodes(site.world, [free])
  const visit = await site.visit(forced)
  const { page } = visit
  await watch(page, free)
  await page.keyboard.press('k')
  const track = page.locator('.player-chapter').last()
  const played = page.locator('.player-chapter i[data-layer="at"]').first()
  expect(await backgroundOf(played)).not.toBe(await backgroundOf(track))
  expect(await backgroundOf(page.locator('.player-seek-thumb'))).toBe(await backgroundOf(played))
  await page.getByRole('button', { name: '설정', exact: true }).click()
  const shortcuts = page.getByRole('dialog', { name: '설정' }).getByRole('switch')
  const on = await pictureOf(shortcuts)
  await shortcuts.uncheck()
  expect(await pictureOf(shortcuts)).not.toBe(on)
  await endVisit(visit)
})

test('scrolls rails at once with reduced motion', async () => {
  const visit = await site.visit({ ...forced, forcedColors: 'none' })
  const { page } = visit
  await page.goto('/', { waitUntil: 'networkidle' })
  const rail = page.locator('section[data-rail]').first()
  const next = rail.getByTitle('다음 작품 보기')
  await rail.hover()
  await next.waitFor()
  // Read in the task of the click: an animated scroll has not begun by then.
  const left = await next.evaluate((button: HTMLElement) => {
    button.click()
    return button.closest('section')?.querySelector('ul')?.scrollLeft
  })
  expect(left).toBeGreaterThan(200)
  await endVisit(visit)
})
