// hard: every act of the studio on members (10 s of CPU); the calls have integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, buyByCard, orderEpisode, topUp } from '#test/fixtures/payments.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { startWatching, putOnSale, spendPoints } from '#test/e2e/billing/funded-member.ts'
import { openSite, type Site } from '../site.ts'
import { doubleTap } from '#test/e2e/double-tap.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => void (site = await openSite([], { gateway: true })))
afterAll(() => site?.close())

/** The label of the field that has focus. */
const focusedLabel = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent)

test('finds a masked member, grants points, refunds a watched episode, and shows both to the member', async () => {
  const { world } = site
  const staff = await makeMember(world, { is_staff: true, username: '박운영' })
  const member = await makeMember(world, {
    username: '김하늘',
    email: 'haneul.kim@example.com',
    phonenumber: '01023456789',
  })
  const [film = 0] = await putOnSale(world, 1)
  await buyByCard(world, member, film)
  await startWatching(world, member, film)

  const visit = await site.visit(wide, staff)
  const { page } = visit
  await page.goto('/studio/members')
  const field = page.getByRole('searchbox')
  await field.fill('010-2345-6789')
  await field.press('Enter')
  await page.getByText('1명').waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(page.url()).not.toContain('2345')
  await page.getByRole('link', { name: '김*늘' }).press('Enter')
  await page.getByRole('heading', { name: '김*늘님' }).waitFor()
  await page.getByText('010-****-6789').waitFor()
  await page.getByRole('button', { name: /환불$/ }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await page.content()).not.toMatch(/haneul\.kim|01023456789|김하늘/)

  const grant = page.getByRole('dialog', { name: '이벤트 포인트 지급' })
  // The second of two quick presses does not close the dialog.
  await doubleTap(page.getByRole('button', { name: '포인트 지급' }))
  await grant.getByRole('button', { name: '닫기' }).click()
  await grant.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '포인트 지급' }).press('Enter')
  // The button of an empty form shows the missing fields and focuses the first one.
  await grant.getByRole('button', { name: '다음' }).press('Enter')
  await grant.getByText('지급할 포인트를 입력해 주세요.').waitFor()
  await grant.getByText('이유를 입력해 주세요.').waitFor()
  expect(await focusedLabel(page)).toBe('지급할 포인트*')
  expect(await findViolations(page)).toEqual([])
  await grant.getByLabel('지급할 포인트').fill('100,001')
  await grant.getByText('1부터 100,000까지 숫자로 입력해 주세요.').waitFor()
  await grant.getByLabel('지급할 포인트').fill('1500')
  await grant.getByLabel('이유').fill('영상이 멈췄대요')
  expect(await findViolations(page)).toEqual([])
  // On a phone the grant button replaces 다음: two quick presses neither grant nor close.
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await doubleTap(grant.getByRole('button', { name: '다음' }))
    await grant.getByText('김*늘님에게 이벤트 1,500P를 지급할까요?').waitFor()
    await grant.getByRole('button', { name: '이전' }).click()
  }
  await grant.getByLabel('이유').press('Enter')
  await grant.getByText('김*늘님에게 이벤트 1,500P를 지급할까요?').waitFor()
  // An extra Enter grants nothing.
  await page.keyboard.press('Enter')
  await grant.getByLabel('이유').press('Enter')
  expect(await findViolations(page)).toEqual([])
  await grant.getByRole('button', { name: '1,500P 지급하기' }).dblclick()
  await page.getByText('이벤트 1,500P를 지급했어요').waitFor()
  expect(await readMemberLedger(world, member)).toMatchObject({ event_point: 1_500 })

  await page.getByRole('button', { name: /환불$/ }).press('Enter')
  const refund = page.getByRole('dialog', { name: '환불할까요?' })
  await refund.getByText(/회원이 이미 본 결제예요/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await refund.getByLabel('이유').fill('끝까지 볼 수 없었대요')
  await refund.getByRole('button', { name: '1,500원 환불하기' }).dblclick()
  await page.getByText('환불했어요', { exact: true }).waitFor()
  await page.getByText('이미 환불했어요').waitFor()
  expect(await readMemberLedger(world, member)).toMatchObject({ won: 0 })

  for (const [part, seen] of [
    ['원장', '고객센터에서 드린 포인트'],
    ['환불', '운영자'],
    ['기기', 'Chrome · Linux'],
  ] as const) {
    await page.getByRole('link', { name: part, exact: true }).click()
    await page.getByRole('table').getByText(seen).first().waitFor()
    expect(await findViolations(page)).toEqual([])
  }

  const theirs = await site.visit(phone, member)
  await theirs.page.goto('/mypage/points')
  await theirs.page.getByText('고객센터에서 드린 포인트').first().waitFor()
  await theirs.page.goto('/mypage/payments?kind=refund')
  await theirs.page.getByText('1,500원').first().waitFor()
  theirs.clean()

  // After the sign-out by staff the member’s open page is a visitor’s.
  await page.getByRole('button', { name: '모든 기기 로그아웃' }).click()
  const out = page.getByRole('dialog', { name: '모든 기기에서 로그아웃할까요?' })
  await out.getByLabel('이유').fill('휴대폰을 잃어버리셨대요')
  await out.getByRole('button', { name: '모든 기기 로그아웃' }).click()
  await page.getByText('로그아웃했어요').waitFor()
  await expect.poll(async () => (await member.fetch('/api/accounts/me/')).status).toBe(401)

  await page.goto('/studio/acts?kind=member')
  for (const act of ['회원 정보 열람', '이벤트 포인트 지급', '환불', '회원 기기 로그아웃'])
    await page.getByText(act, { exact: true }).first().waitFor()
  visit.clean()
})

test('shows the member’s orders beside an inquiry, with payment state and points', async () => {
  const { world } = site
  const member = await makeMember(world)
  const [film = 0, other = 0] = await putOnSale(world, 2)
  await topUp(world, member, 3_000)
  await spendPoints(member, film, 1_500)
  await orderEpisode(member, other)
  const { id } = await createTestInquiry(member)

  const visit = await site.visit(wide, await makeMember(world, { is_staff: true }))
  await visit.page.goto(`/studio/inquiries?id=${id}`)
  const orders = visit.page.getByRole('region', { name: '최근 결제' }).getByRole('listitem')
  await orders.first().waitFor()
  await expect
    .poll(() => orders.allInnerTexts())
    .toEqual([
      expect.stringMatching(/결제 전\s+1,500원$/),
      expect.stringMatching(/결제 완료\s+1,500P$/),
      expect.stringMatching(/결제 완료\s+3,000원$/),
    ])
  expect(await findViolations(visit.page)).toEqual([])
  visit.clean()
})
