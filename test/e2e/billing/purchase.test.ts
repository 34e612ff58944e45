import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, topUp } from '#test/fixtures/payments.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  giveConsents,
  playsBeyond,
  previewSeconds,
  createPaidVideos,
  visitPaidVideo,
  purchaseDialog,
  press,
  durationOf,
} from './paid-videos.ts'

// A locked episode from its preview to playback, through the gateway's payment window.

let site: Site
let film: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[film = 0] = await createPaidVideos(site, 1)
})
afterAll(() => site?.close())

/** When the member first watched what follows the preview of a purchase. */
async function firstUseOf({ id }: { id: number }): Promise<string | null> {
  const { rows } = await site.world.pool.query<{ first_used_at: string | null }>(
    'select p.first_used_at from purchases p join wallets w on w.id = p.wallet_id where w.member_id = $1',
    [id],
  )
  return rows[0]!.first_used_at
}

test('buys by card with both consents and continues playback', async () => {
  const member = await makeMember(site.world)
  const visit = await visitPaidVideo(site, member, `/video/${film}`)
  const { page } = visit
  await playsBeyond(page, 2)
  await press(page, '500원 대여')
  // The banner names the cheapest way, and the sheet has the other.
  await purchaseDialog(page).getByRole('radio', { name: '소장' }).check()
  await purchaseDialog(page).getByText('0P 있어요').waitFor()
  await expect
    .poll(() => purchaseDialog(page).getByRole('radio', { name: '카드' }).isChecked())
    .toBe(true)
  // The rule stands in one sentence, and its article below 자세히.
  await purchaseDialog(page)
    .getByText(/환불할 수 없어요/)
    .waitFor()
  const article = purchaseDialog(page).getByText(/청약철회를 할 수 없어요/)
  await expect.poll(() => article.isVisible()).toBe(false)
  // The rest is behind 자세히.
  expect((await purchaseDialog(page).innerText()).length).toBeLessThan(350)
  await purchaseDialog(page).getByText('자세히').click()
  await article.waitFor()
  await press(page, '1,500원 결제하기')
  await page.getByText('두 가지 모두 동의해야 결제할 수 있어요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  // Playback pauses behind the sheet.
  expect(await page.evaluate(() => document.querySelector('video')!.paused)).toBe(true)
  await giveConsents(page)
  await page.getByRole('button', { name: '1,500원 결제하기' }).dblclick()
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await press(page, '1,500원 결제하기')
  // The payment alone uses nothing: the film starts by the member's choice.
  await page.getByRole('heading', { name: '소장했어요' }).waitFor()
  expect(await firstUseOf(member)).toBeNull()
  await page.getByRole('link', { name: '지금 보기' }).click()
  await page.waitForURL(`**/video/${film}`)
  await playsBeyond(page, 1)
  expect(await durationOf(page)).toBeGreaterThan(previewSeconds + 1)
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 1_500 })
  expect(site.world.gateway.payments()).toHaveLength(1)
  // An owned episode is no longer offered for sale.
  await page
    .getByRole('link', { name: /작품 페이지로$/ })
    .first()
    .click()
  const line = page.getByRole('article').filter({ hasText: '구매함' })
  await line.getByRole('link', { name: /작품 정보$/ }).click()
  await page.getByText('구매한 회차예요').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /소장하기$/ }).count()).toBe(0)
  await page
    .getByRole('link', { name: /화 재생$/ })
    .last()
    .click()
  await playsBeyond(page, 0.2)
  await endVisit(visit)
})

test('rents with event points first, without leaving the page', async () => {
  const member = await makeMember(site.world)
  await topUp(site.world, member, 10_000)
  const visit = await visitPaidVideo(site, member, `/video/${film}`)
  const { page } = visit
  await playsBeyond(page, 0.5)
  await press(page, '500원 대여')
  await purchaseDialog(page).getByText('10,300P 있어요').waitFor()
  await expect
    .poll(() => purchaseDialog(page).getByRole('radio', { name: '포인트' }).isChecked())
    .toBe(true)
  await expect
    .poll(() => purchaseDialog(page).getByRole('radio', { name: '대여' }).isChecked())
    .toBe(true)
  await purchaseDialog(page).getByText('−300P').waitFor()
  await purchaseDialog(page).getByText('−200P').waitFor()
  await purchaseDialog(page).getByText('9,800P').waitFor()
  await giveConsents(page)
  await press(page, '500P로 대여하기')
  await page.getByRole('heading', { name: '대여했어요' }).waitFor()
  await page.getByText(/48시간이 시작되고/).waitFor()
  expect(await firstUseOf(member)).toBeNull()
  await press(page, '지금 보기')
  await expect.poll(() => durationOf(page)).toBeGreaterThan(previewSeconds + 1)
  expect(await readMemberLedger(site.world, member)).toMatchObject({
    event_point: 0,
    paid_point: 9_800,
  })
  await endVisit(visit)
})
