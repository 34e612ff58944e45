// hard: previews, balances, missing points and payments that fail (60 s); purchase.test.ts buys.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, topUp } from '#test/fixtures/payments.ts'
import { readShifts, watchShifts } from '#test/e2e/layout-shifts.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  giveConsents,
  playsBeyond,
  previewSeconds,
  createPaidVideos,
  seekToEnd,
  visitPaidVideo,
  purchaseDialog,
  press,
  durationOf,
} from './paid-videos.ts'

// A locked episode from its preview to playback, through the gateway's payment window.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

let site: Site
let film: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[film = 0] = await createPaidVideos(site, 1)
})
afterAll(() => site?.close())

/** Opens the account menu, expects the balance in it, and closes the menu. */
async function expectBalance(page: Page, balance: string) {
  await page.getByRole('button', { name: /메뉴$/ }).click()
  await page.getByRole('banner').getByText(balance, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

test('shows the balance in the account menu after buying, topping up and a refund', async () => {
  const member = await makeMember(site.world)
  await topUp(site.world, member, 10_000)
  const visit = await visitPaidVideo(site, member, `/video/${film}`)
  const { page } = visit
  await playsBeyond(page, 0.5)
  await press(page, '500원 대여')
  await purchaseDialog(page).getByText('10,300P 있어요').waitFor()
  await purchaseDialog(page).getByText('9,800P').waitFor()
  await giveConsents(page)
  await press(page, '500P로 대여하기')
  // Navigation within the page: a reload would also request the account again.
  await press(page, '나중에')
  await page.waitForURL('**/series/*')
  await expectBalance(page, '9,800P')

  await page.goto('/mypage/points?kind=lots')
  await press(page, /^10,000P 충전,/)
  await page.getByRole('dialog').getByRole('checkbox', { name: '모두 동의해요' }).check()
  await press(page, '10,000원 결제하기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await press(page, '10,000원 결제하기')
  await page.waitForURL('**/mypage/points*')
  await expectBalance(page, '20,100P')

  await page.goto('/mypage/points?kind=lots')
  await page.getByRole('button', { name: '포인트 10,000P 충전 환불' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '10,000원 환불받기' }).click()
  await page.getByText('10,000원을 결제한 카드로 환불했어요').waitFor()
  await expectBalance(page, '9,800P')
  await endVisit(visit)
})

test('tops up exactly the missing points and returns to the sheet', async () => {
  const member = await makeMember(site.world)
  await topUp(site.world, member, 1_000)
  const visit = await visitPaidVideo(site, member, `/video/${film}`)
  const { page } = visit
  await press(page, '500원 대여')
  await purchaseDialog(page).getByRole('radio', { name: '소장' }).check()
  await purchaseDialog(page).getByText('1,000P 있어요').waitFor()
  await purchaseDialog(page).getByRole('radio', { name: '포인트' }).check()
  await purchaseDialog(page).getByText('500P가 모자라요').waitFor()
  await giveConsents(page)
  await press(page, '1,000원 충전하고 이어서 사기')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await press(page, '1,000원 결제하기')
  await purchaseDialog(page).getByText('2,000P 있어요').waitFor()
  await giveConsents(page)
  await press(page, '1,500P로 소장하기')
  await press(page, '지금 보기')
  await expect.poll(() => durationOf(page)).toBeGreaterThan(previewSeconds + 1)
  expect(await readMemberLedger(site.world, member)).toMatchObject({ paid_point: 500 })
  await endVisit(visit)
})

test('explains a closed window and a declined card, and leads back', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${film}`)
  const { page } = visit
  const toWindow = async () => {
    await giveConsents(page)
    await press(page, '1,500원 결제하기')
    await page.getByRole('heading', { name: '결제하기' }).waitFor()
  }
  await press(page, '500원 대여')
  await purchaseDialog(page).getByRole('radio', { name: '소장' }).check()
  await toWindow()
  await press(page, '결제 그만두기')
  await page.getByRole('heading', { name: '결제를 그만뒀어요' }).waitFor()
  await page.getByText('결제를 취소했어요. 빠져나간 금액은 없어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: '결제를 그만뒀어요' }).waitFor()
  await page.getByRole('link', { name: '다시 결제하기' }).click()
  await toWindow()
  await page.getByText('거절되는 카드').click()
  await page.getByRole('radio', { name: '분실·도난 카드' }).check()
  await press(page, '1,500원 결제하기')
  await page.getByRole('heading', { name: '결제하지 못했어요' }).waitFor()
  await page.getByText('분실이나 도난으로 신고된 카드예요. 다른 카드로 결제해 주세요.').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '결제하지 못했어요' }).waitFor()
  await page.getByText('빠져나간 금액은 없어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '다른 방법으로 결제하기' }).click()
  await purchaseDialog(page).getByText('1,500P가 모자라요').waitFor()
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 0 })
  await endVisit(visit)
})

test('moves nothing on a phone while offers and reviews arrive', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  await watchShifts(page)
  await page.goto(`/video/${film}`)
  await playsBeyond(page, 0.5)
  await page.getByRole('button', { name: /대여.*500원/ }).waitFor()
  await page.getByRole('heading', { name: '이 회차만 두고 쓴 리뷰는 아직 없어요' }).waitFor()
  const { sum, moved } = await readShifts(page)
  expect(sum, moved).toBeLessThan(0.01)
  await endVisit(visit)
})

test('plays the preview for a visitor and ends with the offers', async () => {
  const visit = await visitPaidVideo(site, null, `/video/${film}`)
  const { page } = visit
  await playsBeyond(page, 0.5)
  expect(await durationOf(page)).toBeCloseTo(previewSeconds, 0)
  await page.getByText(/초 남음/).waitFor()
  await page.getByRole('button', { name: '500원 대여' }).waitFor()
  await seekToEnd(page)
  await page.getByRole('heading', { name: '미리보기가 끝났어요' }).waitFor()
  const player = page.getByRole('region', { name: /플레이어$/ })
  for (const words of [/소장.*1,500원/, /대여.*500원.*48시간/])
    await player.getByRole('button', { name: words }).waitFor()
  await player.getByRole('link', { name: /이용권.*월 7,900원/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await player.getByRole('button', { name: '미리보기 다시 보기' }).click()
  await page.getByText(/초 남음/).waitFor()
  // Buying requires signing in.
  await press(page, '500원 대여')
  await page.getByRole('dialog', { name: '로그인' }).waitFor()
  await endVisit(visit)
})
