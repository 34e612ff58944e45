// hard: renewals and failed charges over weeks (17 s of CPU); the rules have integration tests.
import { subscriptions } from '#contract/transactions/subscriptions.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hasFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { startInstant, createSubscriber, advanceClock, visitNow } from './advance-clock.ts'

// A subscription over time: renewed, declined and retried, cancelled, ended.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })
const phone = { viewport: { width: 360, height: 780 } }

/** Noon in Seoul on days of 2027: the last of February is where a month from January 31st ends. */
const noon = (day: string) => `2027-${day}T03:00:00.000Z`
const ends = noon('02-28')

let site: Site
/** An episode of every plan, and its address. */
let film: string
beforeAll(async () => {
  site = await openSite([], { gateway: true, now: startInstant })
  const { rows } = await site.world.pool.query<{ path: string }>(
    `update episodes e set is_free = false, price = 1500, in_subscription = true, video_state = 'ready'
     from seasons s join series w on w.id = s.series_id
     where s.id = e.season_id and e.id = (
       select earlier.id from episodes earlier join series its on its.id = earlier.series_id
       where its.is_series and its.age_rating <> '19' and earlier.orientation = 'horizontal'
         and earlier.released_at <= $1 order by earlier.id limit 1)
     returning format('/series/%s/season/%s/episode/%s', w.id, s.id, e.id) as path`,
    [startInstant],
  )
  film = rows[0]?.path ?? ''
})
afterAll(() => site?.close())
beforeEach(() => site.world.clock.set(startInstant))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: '이용권' })
const mine = (member: TestMember) => member.call(subscriptions.readSubscription, {})

/** Counts the member’s successful charges at the gateway. */
async function paid(member: TestMember) {
  const { rows } = await site.world.pool.query<{ order_id: string }>(
    `select o.order_id from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1`,
    [member.id],
  )
  const all = rows.flatMap(({ order_id }) => site.world.gateway.payments(order_id))
  return all.filter(({ status }) => status === 'DONE').length
}

/** Whether the episode’s page offers playback to the member. */
async function opens(
  page: Page,
  words: '이용권으로 볼 수 있어요' | '이 회차는 이렇게 볼 수 있어요',
) {
  await page.goto(film)
  await page.getByText(words, { exact: true }).waitFor()
}

test('renews after a month, updates the open page, and adds the receipt', async () => {
  const member = await createSubscriber(site.world)
  const visit = await visitNow(site, member)
  const { page } = visit
  await page.goto('/mypage')
  await panel(page).getByText('2월 28일 · 10,900원').waitFor()
  await advanceClock(site.world, visit, ends)
  expect(await paid(member)).toBe(2)
  // Returning to the tab refreshes the page.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await panel(page).getByText('3월 31일 · 10,900원').waitFor()
  await page.reload()
  await panel(page).getByText('3월 31일 · 10,900원').waitFor()
  expect(await findViolations(page)).toEqual([])

  await tabTo(page, /^결제 내역/)
  await page.keyboard.press('Enter')
  const february = page.getByRole('region', { name: '2027년 2월' })
  await february.getByText('2027.2.28 12:00 · 카드').waitFor()
  await page.getByRole('region', { name: '2027년 1월' }).getByText('10,900원').waitFor()
  await tabTo(page, '스탠다드 이용권 1개월, 영수증')
  await page.keyboard.press('Enter')
  await button(page, '인쇄하기').waitFor()
  await page.getByText('2027.2.28 12:00').waitFor()
  await page.getByText('10,900원', { exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('shows a declined renewal with its retry and end, and continues with another card', async () => {
  const member = await createSubscriber(site.world, { card: 'decline_later' })
  const visit = await visitNow(site, member, phone)
  const { page } = visit
  await advanceClock(site.world, visit, ends)
  await page.goto('/mypage')
  const alertBox = panel(page).getByRole('alert')
  await alertBox.getByText('이용권 결제가 되지 않았어요').waitFor()
  await alertBox.getByText('3월 1일 12:00에 다시 결제해 볼게요.').waitFor()
  await alertBox.getByText('3월 3일 12:00까지는 평소처럼 볼 수 있어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await opens(page, '이용권으로 볼 수 있어요')

  await advanceClock(site.world, visit, noon('03-01'))
  await page.goto('/mypage')
  await alertBox.getByText('3월 3일 12:00에 다시 결제해 볼게요.').waitFor()
  expect(await paid(member)).toBe(1)
  await tabTo(page, '카드 바꾸기')
  await page.keyboard.press('Enter')
  await page.getByText(/새 카드를 등록하면 밀린 이용료 10,900원이 바로 결제되고/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '다른 카드로 바꾸기').press('Enter')
  await page.getByRole('heading', { name: '카드 등록하기' }).waitFor()
  await button(page, '카드 등록하기').click()
  await page.getByRole('heading', { name: '결제 카드를 등록했어요' }).waitFor()
  await page.getByText('3월 31일 · 10,900원').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await paid(member)).toBe(2)
  // The charge is for the month that began at the end of the last one, once.
  expect((await mine(member)).subscription).toMatchObject({
    status: 'active',
    failed: null,
    period_start: ends,
    period_end: noon('03-31'),
  })
  await page.getByRole('link', { name: '내 이용권 보기' }).click()
  await panel(page).getByText('3월 31일 · 10,900원').waitFor()
  await expect.poll(() => alertBox.count()).toBe(0)
  await endVisit(visit)
})

test('stops playback 3 days after a declined renewal, and ends after 7 without a charge', async () => {
  const member = await createSubscriber(site.world, { card: 'decline_later' })
  const visit = await visitNow(site, member, phone)
  const { page } = visit
  await advanceClock(site.world, visit, ends)
  await advanceClock(site.world, visit, noon('03-01'))
  await advanceClock(site.world, visit, noon('03-03'))
  await page.goto('/mypage')
  const alertBox = panel(page).getByRole('alert')
  await alertBox.getByText('3월 5일 12:00에 다시 결제해 볼게요.').waitFor()
  await alertBox.getByText('지금은 재생이 멈췄어요. 결제되면 바로 이어서 볼 수 있어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await opens(page, '이 회차는 이렇게 볼 수 있어요')
  await advanceClock(site.world, visit, noon('03-05'))
  await advanceClock(site.world, visit, noon('03-07'))
  await page.goto('/mypage')
  await panel(page).getByText('이용권이 끝났어요').waitFor()
  await panel(page).getByText('이용료를 결제하지 못해 끝났어요.').waitFor()
  await panel(page)
    .getByText('보던 기록과 소장한 회차는 그대로 있어요. 언제든 다시 시작할 수 있어요.')
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await paid(member)).toBe(1)

  // With another card a new subscription starts today.
  await tabTo(page, '다시 시작하기')
  await page.keyboard.press('Enter')
  await page.waitForURL('/mypage/plans')
  await page.goto('/mypage/plans/card')
  await button(page, '다른 카드로 바꾸기').click()
  await button(page, '카드 등록하기').click()
  await page.getByText('이용권을 시작할 때 이 카드로 바로 결제할 수 있어요.').waitFor()
  expect(await paid(member)).toBe(1)
  await endVisit(visit)
})

test('runs to the end of the period after cancelling, and continues if resumed before', async () => {
  const member = await createSubscriber(site.world)
  const visit = await visitNow(site, member)
  const { page } = visit
  await page.goto('/mypage')
  await page.getByRole('link', { name: '해지', exact: true }).waitFor()
  await tabTo(page, '해지')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '해지하면 10,900원을 바로 환불해요' }).waitFor()
  await tabTo(page, '환불 없이 2월 28일까지 쓰고 해지')
  await page.keyboard.press('Enter')
  await page.getByText('2월 28일 12:00까지 그대로 볼 수 있고, 그 뒤로는 결제되지 않아요.').waitFor()

  // A week before the end the member resumes on the plans page.
  await advanceClock(site.world, visit, noon('02-21'))
  await page.goto('/mypage/plans')
  const own = page.getByRole('region', { name: '내 이용권' })
  await own.getByText('해지했어요').waitFor()
  await own.getByText('2월 28일 12:00까지 볼 수 있고, 더 결제되지 않아요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, '해지 취소')
  await page.keyboard.press('Enter')
  await page.getByText('해지를 취소했어요. 2월 28일에 10,900원이 결제돼요.').waitFor()
  // The button was removed, so its container has the focus.
  await hasFocus(own)
  await advanceClock(site.world, visit, ends)
  expect(await paid(member)).toBe(2)
  await page.goto('/mypage')
  await panel(page).getByText('3월 31일 · 10,900원').waitFor()

  await page.getByRole('link', { name: '해지', exact: true }).click()
  await button(page, '환불 없이 3월 31일까지 쓰고 해지').click()
  await page.getByRole('heading', { name: '해지했어요' }).waitFor()
  await advanceClock(site.world, visit, noon('03-30'))
  await opens(page, '이용권으로 볼 수 있어요')
  await advanceClock(site.world, visit, noon('03-31'))
  await opens(page, '이 회차는 이렇게 볼 수 있어요')
  await page.goto('/mypage')
  await panel(page).getByText('이용권이 끝났어요').waitFor()
  expect(await paid(member)).toBe(2)
  await endVisit(visit)
})

test('upgrades a cancelled plan before its end with a proration credit', async () => {
  const member = await createSubscriber(site.world, { plan_id: 1 })
  const visit = await visitNow(site, member)
  const { page } = visit
  await member.call(subscriptions.setAutoRenew, { body: { auto_renew: false } })
  // Half of the 28 days remain.
  await advanceClock(site.world, visit, noon('02-14'))
  await page.goto('/mypage/plans')
  await button(page, '프리미엄으로 바꾸기').waitFor()
  await tabTo(page, '프리미엄으로 바꾸기')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '프리미엄 이용권' })
  await sheet.getByText('−3,950원').waitFor()
  await sheet.getByRole('checkbox', { name: '모두 동의해요' }).check()
  expect(await findViolations(page)).toEqual([])
  await button(page, '9,950원 결제하고 바꾸기').press('Enter')
  await page.getByText('프리미엄으로 바꿨어요').waitFor()
  const own = page.getByRole('region', { name: '내 이용권' })
  await own.getByText('3월 14일 · 13,900원').waitFor()
  await own.getByRole('link', { name: '해지', exact: true }).waitFor()
  await endVisit(visit)
})
