// hard: a subscription through all its changes (27 s of CPU); the rules have integration tests.
import { subscriptions } from '#contract/transactions/subscriptions.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readFocus, hasFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { doubleTap } from '#test/e2e/double-tap.ts'
import { giveConsents } from './paid-videos.ts'

// A subscription from start to end, through the gateway’s billing-auth window.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

let site: Site
beforeAll(async () => {
  site = await openSite([], { gateway: true })
})
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const press = (page: Page, name: string | RegExp) => button(page, name).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
const sheet = (page: Page) => page.getByRole('dialog', { name: /이용권$/ })
const mine = (member: TestMember) => member.call(subscriptions.readSubscription, {})

async function visitAs(member: TestMember, at: string) {
  const visit = await site.visit({}, member)
  await visit.page.goto(at)
  return visit
}

/** Registers one of the window’s cards and returns to the site. */
async function giveCard(page: Page, card?: string) {
  await heading(page, '카드 등록하기')
  if (card) {
    await page.getByText('거절되는 카드').click()
    await page.getByRole('radio', { name: card }).check()
  }
  await press(page, '카드 등록하기')
}

/** A member with a subscription by an approved card. */
async function joined(subscription_plan_id: number) {
  const member = await makeMember(site.world)
  const { billing_auth: window } = await member.call(subscriptions.subscribe, {
    body: { subscription_plan_id, precautions_agreed: true, privacy_agreed: true },
  })
  const returned = await site.world.gateway.register(window!, 'approve')
  await member.call(subscriptions.registerCard, { body: { ...returned, subscription_plan_id } })
  return member
}

test('subscribes by keyboard with both consents through the billing-auth window', async () => {
  const member = await makeMember(site.world)
  const visit = await visitAs(member, '/mypage')
  const { page } = visit
  await page.getByText('쓰고 있는 이용권이 없어요').waitFor()
  await page.getByRole('link', { name: '이용권 보기' }).click()
  await heading(page, '베이직')
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, '스탠다드 시작하기')
  await page.keyboard.press('Enter')
  await sheet(page).getByText('다음 화면에서 등록해요').waitFor()
  await sheet(page)
    .getByText(/월 \d+일 · 10,900원/)
    .waitFor()
  await expect.poll(async () => (await readFocus(page)).name).toBe('닫기')
  await press(page, '카드 등록하고 10,900원 결제하기')
  await page.getByText('두 가지 모두 동의해야 결제할 수 있어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await giveConsents(page)
  await press(page, '카드 등록하고 10,900원 결제하기')
  await giveCard(page)
  await heading(page, '스탠다드 이용권을 시작했어요')
  expect(await findViolations(page)).toEqual([])
  const slip = await page.getByRole('main').innerText()
  expect(slip).toContain('10,900원')
  await page.reload()
  await heading(page, '스탠다드 이용권을 시작했어요')
  await expect.poll(() => page.getByRole('main').innerText()).toBe(slip)
  expect(site.world.gateway.payments().map(({ totalAmount }) => totalAmount)).toEqual([10_900])
  await page.getByRole('link', { name: '내 이용권 보기' }).click()
  const panel = page.getByRole('region', { name: '이용권' })
  await panel.getByText('스탠다드').waitFor()
  await panel.getByText(/월 \d+일 · 10,900원/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('reports a closed window and a declined card, and subscribes with another card', async () => {
  const member = await makeMember(site.world)
  const visit = await visitAs(member, '/mypage/plans')
  const { page } = visit
  const begin = async () => {
    await press(page, '베이직 시작하기')
    await giveConsents(page)
    await press(page, /7,900원 결제하/)
  }
  await begin()
  await heading(page, '카드 등록하기')
  await press(page, '등록 그만두기')
  await heading(page, '카드 등록을 그만뒀어요')
  await page.getByText('등록하거나 결제한 것은 없어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '이용권 보기' }).click()
  await begin()
  await giveCard(page, '잔액 부족·한도 초과')
  await heading(page, '이용권을 시작하지 못했어요')
  const statusText = () => page.getByRole('main').getByRole('status').innerText()
  const why = await statusText()
  expect(why).toMatch(/다른 카드/)
  await page.reload()
  await heading(page, '이용권을 시작하지 못했어요')
  expect(await statusText()).toBe(why)
  expect((await mine(member)).subscription).toBeNull()
  await page.goto('/mypage/plans/card')
  await press(page, /카드로 바꾸기|카드 등록하기/)
  await giveCard(page)
  await heading(page, '결제 카드를 등록했어요')
  await page.goto('/mypage/plans')
  await begin()
  await page.getByText('베이직 이용권을 시작했어요').waitFor()
  expect((await mine(member)).subscription).toMatchObject({ plan: { id: 1 }, status: 'active' })
  await endVisit(visit)
})

test('upgrades at once with a proration credit, and downgrades with the next period', async () => {
  const member = await joined(1)
  const visit = await visitAs(member, '/mypage/plans')
  const { page } = visit
  await press(page, '프리미엄으로 바꾸기')
  await sheet(page).getByText('쓰던 이용권의 남은 기간', { exact: true }).waitFor()
  await sheet(page).getByText('−7,900원').waitFor()
  await giveConsents(page)
  await press(page, '6,000원 결제하고 바꾸기')
  await page.getByText('프리미엄으로 바꿨어요').waitFor()
  const list = page.getByRole('list', { name: '이용권 비교' })
  await list
    .getByRole('listitem')
    .filter({ hasText: '쓰고 있어요' })
    .getByText('프리미엄')
    .waitFor()

  await press(page, '스탠다드로 바꾸기')
  await sheet(page).getByText('바뀌는 날').waitFor()
  await sheet(page).getByText('0원', { exact: true }).waitFor()
  await giveConsents(page)
  await press(page, '다음 결제일부터 바꾸기')
  await page.getByText('다음 결제일부터 스탠다드로 바뀌어요').waitFor()
  await page.getByText(/월 \d+일부터 스탠다드/).waitFor()
  await button(page, '프리미엄 그대로 쓰기').waitFor()
  expect((await mine(member)).subscription).toMatchObject({
    plan: { id: 3 },
    next_plan: { id: 2 },
  })
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('ends an unused plan by 해지 with the announced refund', async () => {
  const member = await joined(2)
  const visit = await visitAs(member, '/mypage/unregister/check')
  const { page } = visit
  await heading(page, '해지하면 10,900원을 바로 환불해요')
  await page.getByText('이용권은 바로 끝나요').waitFor()
  await button(page, /^환불 없이 \d+월 \d+일까지 쓰고 해지$/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await press(page, '해지하고 10,900원 환불받기')
  await page.waitForURL('/mypage/unregister/success')
  await heading(page, '해지했어요')
  await page.getByText(/결제한 금액은 카드로 돌려드려요/).waitFor()
  await page.reload()
  await heading(page, '해지했어요')
  expect(await findViolations(page)).toEqual([])
  expect((await mine(member)).subscription).toMatchObject({ status: 'ended' })
  await endVisit(visit)
})

test('returns to the previous plan by 해지 of an unused upgrade', async () => {
  const member = await joined(1)
  await member.call(subscriptions.subscribe, {
    body: { subscription_plan_id: 3, precautions_agreed: true, privacy_agreed: true },
  })
  const visit = await visitAs(member, '/mypage/unregister/check')
  const { page } = visit
  await heading(page, '해지하면 6,000원을 바로 환불해요')
  await page.getByText('베이직 이용권으로 돌아가요').waitFor()
  await page.getByText(/^\d+월 \d+일 \d+:\d+까지 볼 수 있고, 더\s결제되지 않아요\.$/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, '해지하고 6,000원 환불받기')
  await page.keyboard.press('Enter')
  await page.waitForURL('/mypage/unregister/success')
  const statusText = /^6,000원을 카드로 돌려드려요\. 베이직 이용권으로 돌아가 /
  await page.getByText(statusText).waitFor()
  await page.reload()
  await page.getByText(statusText).waitFor()
  expect((await mine(member)).subscription).toMatchObject({ plan: { id: 1 }, auto_renew: false })
  // The rest of it is refundable by the same rule.
  await page.goto('/mypage/unregister/check')
  await page.getByRole('link', { name: '아직 환불받을 수 있는 결제예요' }).click()
  await button(page, '7,900원 환불받기').waitFor()
  await endVisit(visit)
})

test('cancels the renewal in two presses, and resumes by 해지 취소', async () => {
  const member = await joined(2)
  // Something was watched, so nothing is refunded.
  await site.world.pool.query(
    `update subscriptions s set first_used_at = s.period_start from wallets w
     where w.id = s.wallet_id and w.member_id = $1`,
    [member.id],
  )
  const visit = await visitAs(member, '/mypage')
  const { page } = visit
  await page.getByRole('link', { name: '해지', exact: true }).click()
  await heading(page, '이용권을 해지할까요?')
  await page.getByRole('heading', { name: /까지 볼 수 있어요/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await press(page, '해지하기')
  await page.waitForURL('/mypage/unregister/success')
  await heading(page, '해지했어요')
  await expect
    .poll(() => page.getByRole('main').getByRole('status').innerText())
    .toMatch(/까지 그대로 볼 수 있고/)
  expect(await findViolations(page)).toEqual([])
  expect((await mine(member)).subscription?.auto_renew).toBe(false)
  await page.reload()
  await heading(page, '해지했어요')
  await page.getByRole('link', { name: '마이로 가기' }).click()
  await press(page, '해지 취소')
  await page.getByText(/해지를 취소했어요/).waitFor()
  await page.getByRole('link', { name: '해지', exact: true }).waitFor()
  expect((await mine(member)).subscription?.auto_renew).toBe(true)

  await page.goto('/mypage/unregister')
  await heading(page, '스탠다드 이용권')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '해지하기' }).click()
  await button(page, '해지하기').waitFor()
  await page.route('**/subscriptions/me/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await press(page, '해지하기')
  await page.waitForURL('/mypage/unregister/fail')
  await heading(page, '해지하지 못했어요')
  await expect.poll(() => page.getByRole('link', { name: '다시 해지하기' }).isVisible()).toBe(true)
  expect(await findViolations(page)).toEqual([])
  visit.allow(/ERR_FAILED/)
  await endVisit(visit)
})

test('ignores the second of two quick taps on 해지 and 해지 취소', async () => {
  const member = await joined(2)
  const visit = await visitAs(member, '/mypage/unregister')
  const { page } = visit
  await page.setViewportSize({ width: 360, height: 780 })
  const stop = page.getByRole('link', { name: '해지하기' })
  await stop.waitFor()
  await doubleTap(stop)
  await heading(page, '이용권을 해지할까요?')
  const use = button(page, /^환불 없이 .*까지 쓰고 해지$/)
  await use.waitFor()
  await expect.poll(() => use.isEnabled()).toBe(true)
  expect((await mine(member)).subscription).toMatchObject({ status: 'active', auto_renew: true })
  await use.press('Enter')
  await heading(page, '해지했어요')
  await page.goto('/mypage/unregister')
  await doubleTap(button(page, '해지 취소'))
  await page.getByText(/해지를 취소했어요/).waitFor()
  await stop.waitFor()
  expect(new URL(page.url()).pathname).toBe('/mypage/unregister')
  await endVisit(visit)
})

test('refunds an unused charge, and subscribes again with the registered card', async () => {
  const member = await joined(2)
  const visit = await visitAs(member, '/mypage/plans')
  const { page } = visit
  await press(page, '10,900원 환불받기')
  const dialog = page.getByRole('dialog', { name: '환불할까요?' })
  await dialog.getByText('환불하면 이용권이 바로 끝나요.').waitFor()
  await dialog.getByRole('button', { name: '10,900원 환불받기' }).click()
  await page.getByText('10,900원을 결제한 카드로 환불했어요').waitFor()
  await button(page, '스탠다드 시작하기').waitFor()
  await hasFocus(page.getByRole('main'))
  expect((await mine(member)).subscription?.status).toBe('ended')
  await page.goto('/mypage')
  await page.getByText('이용권이 끝났어요').waitFor()
  await page.getByRole('link', { name: '다시 시작하기' }).click()
  await press(page, '베이직 시작하기')
  await giveConsents(page)
  await button(page, '7,900원 결제하고 시작하기').dblclick()
  await page.getByText('베이직 이용권을 시작했어요').waitFor()
  await expect.poll(async () => (await mine(member)).subscription?.plan.id).toBe(1)
  await endVisit(visit)
})
