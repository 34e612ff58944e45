// hard: interrupted, repeated and uncertain payments (40 s); purchase.test.ts buys.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { logIn } from '#test/e2e/account/sign-in-steps.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, orderEpisode } from '#test/fixtures/payments.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  giveConsents,
  playsBeyond,
  createPaidVideos,
  visitPaidVideo,
  purchaseDialog,
  press,
} from './paid-videos.ts'

// Purchases that are interrupted, repeated or uncertain, through the gateway's payment window.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

let site: Site
let films: number[]
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  films = await createPaidVideos(site, 2)
})
afterAll(() => site?.close())

const film = () => films[0] ?? 0

function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const there = document.elementFromPoint(left + width / 2, top + height / 2)
  return element.contains(there)
}

test('shows a settled payment when its success page is opened again in another tab', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${film()}?buy=2`)
  const { page } = visit
  await giveConsents(page)
  await press(page, '500원 결제하기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  const [answer] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/payments/success')),
    press(page, '500원 결제하기'),
  ])
  await page.getByRole('heading', { name: '대여했어요' }).waitFor()
  const other = await visit.tab()
  await other.goto(answer.url())
  await other.getByRole('heading', { name: '대여했어요' }).waitFor()
  await expect.poll(() => other.getByRole('link', { name: '지금 보기' }).isVisible()).toBe(true)
  expect(await findViolations(other)).toEqual([])
  // A newer order replaced this one, so it must not be payable.
  const { order } = await orderEpisode(member, films[1] ?? 0, 2)
  await orderEpisode(member, films[1] ?? 0, 3)
  await other.goto(`/payments/success?orderId=${order.order_id}&paymentKey=k&amount=500`)
  await other.getByRole('heading', { name: '이 결제는 끝났어요' }).waitFor()
  await expect.poll(() => other.getByRole('link', { name: '돌아가기' }).isVisible()).toBe(true)
  // An order of another member, and an address without an order.
  await other.goto('/payments/success?orderId=nobodys-order&paymentKey=k&amount=500')
  await other.getByRole('heading', { name: '결제를 찾지 못했어요' }).waitFor()
  await other.goto('/payments/success')
  await other.getByRole('heading', { name: '결제를 찾지 못했어요' }).waitFor()
  expect(
    site.world.gateway.payments().filter(({ totalAmount }) => totalAmount === 500),
  ).toHaveLength(1)
  visit.allow(/404/)
  await endVisit(visit)
})

test('finishes a payment after logging in again when the session ended in the window', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${film()}?buy=2`)
  const { page, context } = visit
  await giveConsents(page)
  await press(page, '500원 결제하기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await context.clearCookies()
  await press(page, '500원 결제하기')
  await page.getByText('결제가 기다리고 있어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 0 })
  await logIn(page, member)
  await page.getByRole('heading', { name: '대여했어요' }).waitFor()
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 500 })
  await endVisit(visit)
})

test('charges nothing when the payment window is confirmed after its expiry', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${films[1]}?buy=3`)
  const { page } = visit
  await giveConsents(page)
  await press(page, '1,500원 결제하기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  site.world.clock.advance(31 * 60_000)
  await press(page, '1,500원 결제하기')
  await page.getByRole('heading', { name: '결제하지 못했어요' }).waitFor()
  await page.getByText('결제 시간이 지났어요.').waitFor()
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 0 })
  await endVisit(visit)
})

test('reports an unknown payment as pending and shows it once settled', async () => {
  const { world } = site
  const member = await makeMember(world)
  const visit = await visitPaidVideo(site, member, `/video/${films[1]}?buy=2`)
  const { page } = visit
  await giveConsents(page)
  await press(page, '500원 결제하기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  // The gateway charges the card, but neither reports the result nor answers reads.
  world.gateway.faults.add({ call: 'confirm', kind: 'error_500_after' }, 9)
  world.gateway.faults.add({ call: 'read', kind: 'error_500' }, 9)
  await press(page, '500원 결제하기')
  await page.getByRole('heading', { name: '카드사의 답을 기다리고 있어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: '카드사의 답을 기다리고 있어요' }).waitFor()
  // The payment list shows the unsettled payment after the page is closed.
  const other = await visit.tab()
  await other.goto('/mypage/payments')
  const unsettled = other.getByRole('region', { name: '확인하고 있는 결제' })
  await unsettled.getByRole('link', { name: /대여$/ }).waitFor()
  await expect.poll(() => other.getByText('아직 결제한 내역이 없어요').count()).toBe(0)
  expect(await findViolations(other)).toEqual([])
  world.gateway.faults.clear()
  const { rows } = await world.pool.query<{ id: number }>(
    `select o.id from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1`,
    [member.id],
  )
  await world.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  await page.getByRole('heading', { name: '대여했어요' }).waitFor()
  await other.getByRole('link', { name: /대여 ?, 영수증$/ }).waitFor()
  await unsettled.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '지금 보기' }).click()
  await playsBeyond(page, 0.5)
  expect(await readMemberLedger(world, member)).toMatchObject({ won: 500 })
  await endVisit(visit)
})

test('offers 다시 시도 on the success page while offline and continues after it', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${films[1]}?buy=2`)
  const { page } = visit
  await giveConsents(page)
  await press(page, '500원 결제하기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await page.route('**/api/transactions/payments/confirm/', (route) => route.abort())
  await press(page, '500원 결제하기')
  await page.getByRole('button', { name: '다시 시도' }).waitFor({ timeout: 30_000 })
  await page.unroute('**/api/transactions/payments/confirm/')
  await press(page, '다시 시도')
  await page.getByRole('heading', { name: '대여했어요' }).waitFor()
  await page.getByRole('link', { name: '지금 보기' }).click()
  await playsBeyond(page, 0.5)
  visit.allow(/ERR_FAILED/)
  await endVisit(visit)
})

test('charges once after going back and paying in two tabs', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${films[1]}`)
  const { page } = visit
  const toWindow = async (tab: Page) => {
    await press(tab, '500원 대여')
    await purchaseDialog(tab).getByRole('radio', { name: '소장' }).check()
    await giveConsents(tab)
    await press(tab, '1,500원 결제하기')
    await tab.getByRole('heading', { name: '결제하기' }).waitFor()
  }
  await toWindow(page)
  await page.goBack()
  if (await purchaseDialog(page).isVisible()) await page.keyboard.press('Escape')
  await toWindow(page)
  const other = await visit.tab()
  await other.goto(`/video/${films[1]}`)
  await toWindow(other)
  await press(page, '1,500원 결제하기')
  await page.getByRole('heading', { name: '소장했어요' }).waitFor()
  await press(other, '1,500원 결제하기')
  await other
    .getByRole('heading', { name: '결제하지 못했어요' })
    .or(other.getByText('소장했어요'))
    .first()
    .waitFor()
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 1_500 })
  await endVisit(visit)
})

test('does not offer an episode for sale before its video is ready', async () => {
  const { rows } = await site.world.pool.query<{ id: number }>(
    `select e.id from episodes e join series s on s.id = e.series_id
     where e.video_state = 'preparing' and e.price > 0 and not e.is_free and s.age_rating <> '19'
       and e.released_at <= $1 order by e.id limit 1`,
    [site.world.clock.now()],
  )
  const visit = await visitPaidVideo(
    site,
    await makeMember(site.world),
    `/video/${rows[0]?.id}?buy=3`,
  )
  const { page } = visit
  await page.getByRole('heading', { name: '아직 준비 중이에요' }).waitFor()
  await page.getByText('영상이 준비되면 구매하거나 이용권으로 볼 수 있어요.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /소장/ }).count()).toBe(0)
  await expect.poll(() => purchaseDialog(page).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('refuses a payment when the price has changed since it was shown', async () => {
  const member = await makeMember(site.world)
  const [, id = 0] = films
  const visit = await visitPaidVideo(site, member, `/video/${id}?buy=3`)
  const { page } = visit
  await giveConsents(page)
  await site.world.pool.query('update episodes set price = 1800 where id = $1', [id])
  await press(page, '1,500원 결제하기')
  const said = page.getByText('가격이 바뀌었어요. 빠져나간 금액은 없어요.')
  await said.waitFor()
  // The message is visible beside the button at any scroll position of the sheet.
  expect(await said.evaluate(isInSight)).toBe(true)
  await press(page, '지금 가격 보기')
  await purchaseDialog(page).getByRole('button', { name: '1,800원 결제하기' }).waitFor()
  await site.world.pool.query('update episodes set price = 1500 where id = $1', [id])
  await endVisit(visit)
})
