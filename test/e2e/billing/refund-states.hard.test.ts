// hard: points, refusals, pending and lost responses of refunds (30 s); refunds.test.ts refunds, the rules have integration tests.
import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, buyByCard, topUp } from '#test/fixtures/payments.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { startWatching, actInPast, putOnSale, spendPoints } from './funded-member.ts'
// Purchases, rentals and their refunds: the button if allowed, the reason if not.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
let sold: number[]
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  sold = await putOnSale(site.world, 3)
})
afterAll(() => site?.close())

const film = (at: number) => sold[at] ?? 0
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const question = (page: Page) => page.getByRole('dialog', { name: '환불할까요?' })

test('suggests what to do without purchases', async () => {
  const visit = await site.visit(phone, await makeMember(site.world))
  const { page } = visit
  for (const [path, title] of [
    ['/mypage/purchased', '아직 소장한 회차가 없어요'],
    ['/mypage/purchased?kind=rental', '아직 대여한 회차가 없어요'],
    ['/mypage/payments', '아직 결제한 내역이 없어요'],
    ['/mypage/payments?kind=refund', '환불한 내역이 없어요'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await findViolations(page)).toEqual([])
  }
  await endVisit(visit)
})

test('refunds points to their lots, and announces points that expired meanwhile', async () => {
  const member = await makeMember(site.world)
  // The event points expire between purchase and refund.
  await actInPast(site.world, 367, () => topUp(site.world, member, 10_000))
  await actInPast(site.world, 3, () => spendPoints(member, film(0), 1_500))
  const visit = await site.visit(phone, member)
  const { page } = visit
  await page.goto('/mypage/purchased')
  await page.getByText(/이벤트 300P \+ 유료 1,200P$/).waitFor()
  await button(page, /환불$/).click()
  await question(page).getByText('이벤트 300P + 유료 1,200P').waitFor()
  await question(page)
    .getByText('그중 이벤트 300P는 기한이 이미 지나 돌아와도 쓸 수 없어요.')
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await question(page).getByRole('button', { name: '1,500P 환불받기' }).click()
  await page.getByText('이벤트 300P + 유료 1,200P를 돌려받았어요').waitFor()
  expect((await readMemberLedger(site.world, member)).paid_point).toBe(10_000)
  await endVisit(visit)
})

test('refuses a refund of a watched episode, also if it is watched during the confirmation', async () => {
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, film(0))
  await buyByCard(site.world, member, film(1), 2)
  await actInPast(site.world, 8, () => buyByCard(site.world, member, film(2)))
  await startWatching(site.world, member, film(1))
  const visit = await site.visit(wide, member)
  const { page } = visit
  // A minute later it would show 47 hours.
  await page.clock.setFixedTime(site.world.clock.now())
  await page.goto('/mypage/purchased')
  await page.getByText('구매한 지 7일이 지나 환불할 수 없어요').last().waitFor()
  await page.getByRole('link', { name: '대여', exact: true }).click()
  await page.getByText(/^\d+월 \d+일 .*까지 볼 수 있어요 · 48시간 남음$/).waitFor()
  await page.getByText('무료 미리보기 뒤를 봐서 환불할 수 없어요').last().waitFor()
  await expect.poll(() => button(page, /환불$/).count()).toBe(0)
  await page.goBack()
  await button(page, /환불$/).click()
  // Another device plays it meanwhile.
  await startWatching(site.world, member, film(0))
  visit.allow(/status of 403/)
  await question(page).getByRole('button', { name: '1,500원 환불받기' }).click()
  await question(page).getByText('무료 미리보기 뒤를 봐서 환불할 수 없어요.').waitFor()
  expect(await question(page).getByRole('button').allTextContents()).toEqual(['닫기'])
  await question(page).getByRole('button', { name: '닫기' }).click()
  await expect.poll(() => button(page, /환불$/).count()).toBe(0)
  await endVisit(visit)
})

test('repeats a refund with the same key after a lost response, and sends two presses once', async () => {
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, film(0))
  const visit = await site.visit(wide, member)
  const { page } = visit
  visit.allow(/ERR_FAILED/)
  await page.goto('/mypage/purchased')
  const keys: (string | undefined)[] = []
  await page.route('**/api/transactions/refunds/', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await button(page, /환불$/).click()
  // In one frame, before the button is drawn as busy.
  await question(page)
    .getByRole('button', { name: '1,500원 환불받기' })
    .evaluate((element: HTMLElement) => {
      element.click()
      element.click()
    })
  await page.getByText('1,500원을 결제한 카드로 환불했어요').waitFor()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{20,}$/)
  const { results } = await member.call(endpoints.transactions.listRefunds, { query: {} })
  expect(results).toMatchObject([{ status: 'succeeded', amount: 1_500 }])
  await endVisit(visit)
})

test('reports a list that fails to load, and retries', async () => {
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, film(0))
  const visit = await site.visit(phone, member)
  const { page } = visit
  visit.allow(/ERR_FAILED/)
  await page.route('**/api/transactions/episodes/purchases/me/**', (route) => route.abort())
  await page.goto('/mypage/purchased')
  await button(page, '다시 시도').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/transactions/episodes/purchases/me/**')
  await button(page, '다시 시도').click()
  await page.getByText('기간 제한 없이 볼 수 있어요').waitFor()
  await endVisit(visit)
})

test('shows a pending refund and follows it until it is settled', async () => {
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, film(0))
  const visit = await site.visit(wide, member)
  const { page } = visit
  await page.goto('/mypage/purchased')
  site.world.gateway.faults.add({ call: 'cancel', kind: 'error_500' })
  await button(page, /환불$/).click()
  await question(page).getByRole('button', { name: '1,500원 환불받기' }).click()
  await page.getByText(/환불을 접수했어요/).waitFor()
  await page.getByText('환불하고 있어요').waitFor()
  await page.goto('/mypage/payments?kind=refund')
  await page.getByText('환불하는 중').waitFor()
  await page.getByText(/결제사의 답을 기다리고 있어요/).waitFor()
  const { rows } = await site.world.pool.query<{ id: number }>(
    `select r.id from refunds r join wallets w on w.id = r.wallet_id where w.member_id = $1`,
    [member.id],
  )
  await site.world.workNow('process_refund', { refund_id: rows[0]?.id ?? 0 })
  await page.getByText('환불 완료').waitFor()
  await endVisit(visit)
})
