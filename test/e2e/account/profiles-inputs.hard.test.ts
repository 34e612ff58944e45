// hard: two profiles by mouse, touch and keyboard at three widths (nine visits, two minutes), and their management; profiles.test.ts selects profiles.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { fields, logIn } from './sign-in-steps.ts'

vi.setConfig({ testTimeout: 240_000 })

type Input = 'mouse' | 'touch' | 'keyboard'
const widths = [360, 768, 1440]
const walks = widths.flatMap((width) =>
  (['mouse', 'touch', 'keyboard'] as const).map((input) => ({ width, input })),
)
/** Home has the most. */
const maxStops = 300

let site: Site
let watched = 0
/** A public work that a profile with limit 7 does not see. */
let rated: { id: number; title: string }
beforeAll(async () => {
  site = await openSite()
  const [episode_id = 0] = await makePlayable(site.world, [{}])
  watched = episode_id
  const { rows } = await site.world.pool.query<{ id: number; title: string }>(
    `select s.id, s.title from series s join series_listings l on l.series_id = s.id and l.category_id = 0
     where s.age_rating = '15' order by s.id limit 1`,
  )
  rated = rows[0]!
}, 180_000)
afterAll(() => site?.close())

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

/** Moves the focus by one key until the target has it. */
async function moveTo(target: Locator, key: 'Tab' | 'ArrowDown') {
  await target.waitFor()
  for (let stops = 0; stops < maxStops; stops++) {
    if (await isFocused(target)) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}

/** Presses a button or link by the device. */
async function press(input: Input, target: Locator, key: 'Tab' | 'ArrowDown' = 'Tab') {
  if (input === 'mouse') return target.click()
  if (input === 'touch') return target.tap()
  await moveTo(target, key)
  await target.page().keyboard.press('Enter')
}

async function typeInto(input: Input, field: Locator, text: string) {
  if (input === 'keyboard') await moveTo(field, 'Tab')
  else await press(input, field)
  await field.page().keyboard.type(text)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const pinOf = (page: Page) => page.getByRole('dialog').getByLabel('PIN 4자리', { exact: true })
const menuOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `${name}님의 메뉴` })
const expectNoOverflow = async (page: Page) =>
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0)

test.each(walks)('a parent and a child by $input at $width px', async ({ width, input }) => {
  const member = await openAccount(site.world)
  await member.create({ name: '새봄', is_child: true, age_limit: '7', pin: '1234' })
  await watch(site.world, member, watched, 300)
  const visit = await site.visit({
    viewport: { width, height: 900 },
    hasTouch: input === 'touch',
    reducedMotion: 'reduce',
  })
  const { page } = visit
  const main = page.getByRole('main')
  // The work above the limit, and the request for the password.
  visit.allow(/status of 40[34]/)

  await page.goto('/accounts/login?next=/mypage/videos')
  const form = fields(page)
  await typeInto(input, form.email, member.email)
  await typeInto(input, form.password, member.password)
  await press(input, form.submit)
  const picker = page.getByRole('list', { name: '프로필', exact: true })
  await picker.waitFor()
  await expectNoOverflow(page)
  await press(input, picker.getByRole('button', { name: '새봄' }))
  // The dialog focuses the field.
  const pin = pinOf(page)
  await expect.poll(() => isFocused(pin)).toBe(true)
  await page.keyboard.type('1234')

  // The child has its own history and catalogue.
  await page.waitForURL('/mypage/videos')
  await menuOf(page, '새봄').waitFor()
  await main.getByText('아직 본 작품이 없어요').waitFor()
  await expectNoOverflow(page)
  const response = await page.goto(`/series/${rated.id}`)
  expect(response?.status()).toBe(404)
  await page.goto('/')
  const cards = main.locator('a[href^="/series/"]')
  await cards.first().waitFor()
  await expect.poll(() => main.locator(`a[href="/series/${rated.id}"]`).count()).toBe(0)
  await expectNoOverflow(page)
  const card = main.getByRole('article').locator('a[href^="/series/"]').first()
  const href = await card.getAttribute('href')
  await press(input, card)
  await page.waitForURL(href!)
  await main.getByRole('heading', { level: 1 }).waitFor()
  await expectNoOverflow(page)

  // The child's profile is left by the password.
  await page.goto('/mypage/videos')
  await press(input, menuOf(page, '새봄'))
  await press(input, page.getByRole('menuitem', { name: '김한편' }), 'ArrowDown')
  const dialog = page.getByRole('dialog')
  await typeInto(input, dialog.getByLabel('지금 비밀번호'), member.password)
  await press(input, dialog.locator('button[type=submit]'))
  await menuOf(page, '김한편').waitFor()
  await page.goto('/mypage/videos')
  await main.getByRole('article').first().waitFor()
  await expectNoOverflow(page)
  await page.goto(`/series/${rated.id}`)
  await main.getByRole('heading', { level: 1, name: rated.title }).waitFor()
  await expectNoOverflow(page)
  await endVisit(visit)
})

test('manages profiles', async () => {
  const member = await openAccount(site.world)
  const visit = await site.visit({ viewport: { width: 360, height: 780 }, hasTouch: true })
  const { page } = visit
  await page.goto('/accounts/login?next=/profiles/manage')
  await logIn(page, member)
  await page.getByRole('link', { name: '프로필 만들기' }).tap()
  await page.getByLabel('이름').fill('새봄')
  await page.getByRole('radio', { name: '부엉이 그림' }).check()
  await page.getByRole('switch', { name: '어린이 프로필' }).check()
  await expect.poll(() => page.getByRole('radio', { name: /^15세/ }).count()).toBe(0)
  await page.getByLabel('PIN 4자리 (선택)').fill('1234')
  expect(await findViolations(page)).toEqual([])
  await button(page, '만들기').tap()
  await page.getByRole('link', { name: '새봄 프로필 고치기' }).waitFor()
  const [, created] = (await member.list()).results
  expect(created).toMatchObject({
    name: '새봄',
    avatar: 'drawn-07',
    is_child: true,
    age_limit: 'ALL',
    has_pin: true,
  })

  // A locked profile is selected before it is changed, and a child changes nothing.
  await page.getByRole('link', { name: '새봄 프로필 고치기' }).tap()
  await button(page, 'PIN 입력하기').tap()
  await pinOf(page).fill('1234')
  const notice = page.getByText('어린이 프로필에서는 볼 수 없어요')
  await notice.waitFor()
  expect(await findViolations(page)).toEqual([])
  // It sees no prices or payments at any address.
  for (const path of ['plans', 'points', 'purchased', 'payments', 'plans/card/success']) {
    await page.goto(`/mypage/${path}`)
    await notice.waitFor()
    expect(
      await page
        .getByRole('main')
        .getByText(/[0-9]원/)
        .count(),
    ).toBe(0)
  }
  // Inquiries belong to the account.
  await page.goto('/customer-service')
  await page.getByRole('link', { name: '공지사항' }).first().waitFor()
  await expect.poll(() => page.locator('a[href*=inquirys]:visible').count()).toBe(0)
  await page.goto('/customer-service/inquirys/list')
  await notice.waitFor()
  await page.getByRole('link', { name: '마이' }).tap()
  await page.waitForURL('/mypage/videos')
  await page.goto('/profiles/manage')
  await notice.waitFor()
  await page.getByRole('link', { name: '프로필 바꾸기' }).tap()
  visit.allow(/status of 403/)
  await button(page, '김한편').tap()
  await page.getByRole('dialog').getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Transfer, lock and deletion of another one.
  const guest = await member.create({ name: '손님' })
  await page.goto(`/profiles/manage/${guest.id}`)
  await page.getByRole('radio', { name: /^15세/ }).check()
  await button(page, '저장').tap()
  await page.getByRole('link', { name: '손님 프로필 고치기' }).tap()
  await button(page, '코드 만들기').tap()
  await page.getByText(/:\d\d까지 쓸 수 있어요/).waitFor()
  await button(page, 'PIN 정하기').tap()
  await page.getByLabel('계정 비밀번호').fill(member.password)
  await page.getByLabel('새 PIN 4자리').fill('4321')
  await page.keyboard.press('Enter')
  await button(page, 'PIN 입력하기').waitFor()
  await page.reload()
  await button(page, 'PIN 입력하기').tap()
  await pinOf(page).fill('4321')
  await button(page, '프로필 지우기').tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/시청 기록, 이어보기, 찜/).waitFor()
  await dialog.getByRole('button', { name: '프로필 지우기' }).tap()
  await page.getByText('손님 프로필을 지웠어요').waitFor()
  expect((await member.list()).results.map(({ name }) => name)).toEqual(['김한편', '새봄'])
  await endVisit(visit)
})
