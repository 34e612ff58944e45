// hard: writes, schedules and sends a campaign and withdraws a consent in the browser (25 s of CPU); the calls have integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import {
  createTestCampaign,
  readCampaignMessages,
  scheduleTestCampaign,
  sendWholeCampaign,
  tokenOf,
} from '#test/fixtures/campaigns.ts'
import { deleteAccount, makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
let staff: TestMember
beforeAll(async () => {
  site = await openSite()
  site.world.clock.set('2026-11-23T12:00:00+09:00')
  staff = await makeMember(site.world, { is_staff: true, username: '박운영' })
})
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function visitAs(member: TestMember, options: Parameters<Site['visit']>[0] = wide) {
  const visit = await site.visit(options, member)
  return { ...visit, visit }
}

test('writes a campaign by keyboard, sends it, and shows its figures', async () => {
  const { world } = site
  await world.pool.query('update members set is_marketing_agreed = false')
  const { page, visit } = await visitAs(staff)
  await page.goto('/studio/campaigns')
  await page.getByRole('heading', { name: '아직 쓴 메일이 없어요' }).waitFor()
  expect(await page.title()).toBe('마케팅 메일 · 스튜디오 | 한편')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '새 메일' }).press('Enter')

  await page.getByText('조건에 맞는 회원이 없어요.').waitFor()
  const reader = await makeMember(world, { is_marketing_agreed: true })
  await page.getByLabel(/^메일 제목/).fill('겨울 소식')
  await page.getByLabel(/^메일 내용/).fill('## 새 작품\n\n**오늘** 올라왔어요. <img src=x>')
  await page.getByLabel('이용권').selectOption('없는 회원')
  await page.getByLabel('마지막 시청').selectOption('오래 안 본 회원')
  await page.getByLabel('며칠').fill('7')
  await page.getByText('지금 조건에 맞는 회원은 1명이에요.').waitFor()
  // The input survives a reload.
  await page.reload()
  await page.getByText('저장하지 않은 내용을 불러왔어요.').waitFor()
  await expect.poll(() => page.getByLabel('며칠').inputValue()).toBe('7')
  expect(await findViolations(page)).toEqual([])
  await page.getByLabel(/^메일 내용/).press('Control+Enter')
  await page.getByText('저장했어요').waitFor()

  const frame = page.frameLocator('iframe[title="메일 미리보기"]')
  await frame.getByRole('heading', { name: '새 작품' }).waitFor()
  await frame.getByText('<img src=x>').waitFor()
  await page.getByText('(광고) 겨울 소식').waitFor()
  await button(page, '나에게 시험 메일 보내기').press('Enter')
  await page.getByText(`${staff.email}로 시험 메일을 보냈어요`).waitFor()

  await button(page, /^보내기$/).press('Enter')
  const dialog = page.getByRole('dialog', { name: '메일을 보낼까요?' })
  await dialog.getByText('조건에 맞는 1명에게 메일과 알림으로 보내요.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: '보내기' }).press('Enter')
  await page.getByText('2026.11.23 12:00에 보내기 시작해요.').waitFor()
  const id = Number(/campaigns\/(\d+)/.exec(page.url())?.[1])
  await sendWholeCampaign(world, id)
  await page.getByText('2026.11.23 12:00에 다 보냈어요.').waitFor()
  const figures = page.getByRole('region', { name: '보낸 결과' })
  await expect
    .poll(() => figures.innerText())
    .toMatch(/대상\s+1명\s+보냄\s+1명\s+대기\s+0명\s+실패\s+0명/)
  expect(await findViolations(page)).toEqual([])
  const [mail] = await readCampaignMessages(world, id)
  expect(mail).toMatchObject({ recipient: reader.email, subject: '(광고) 겨울 소식' })

  await page.goto('/studio/acts')
  await page.getByText('마케팅 메일 발송 예약').first().waitFor()
  visit.clean()
})

test('schedules and cancels on a phone, without scrolling sideways', async () => {
  await makeMember(site.world, { is_marketing_agreed: true })
  const { id } = await createTestCampaign(staff, { title: '봄 소식' })
  const { page, visit } = await visitAs(staff, phone)
  await page.goto(`/studio/campaigns/${id}`)
  await page.getByLabel('언제').selectOption('예약')
  await button(page, '예약하기').press('Enter')
  await page.getByText('보낼 시각을 골라 주세요.').waitFor()
  await page.getByLabel(/^보낼 시각/).fill('2026-11-24T22:30')
  expect(await overflow(page)).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await button(page, '예약하기').click()
  await page.getByRole('dialog').getByRole('button', { name: '예약하기' }).click()
  // Not at night.
  await page.getByText('2026.11.25 08:00에 보내기 시작해요.').waitFor()
  expect(await overflow(page)).toBe(0)
  await button(page, '예약 취소').click()
  await page.getByRole('dialog').getByRole('button', { name: '예약 취소' }).click()
  await page.getByText('예약을 취소했어요').waitFor()
  await page.getByRole('heading', { name: '메일 고치기' }).waitFor()
  await page.goto('/studio/campaigns')
  await page.getByRole('link', { name: '봄 소식' }).waitFor()
  expect(await overflow(page)).toBe(0)
  visit.clean()
})

test('withdraws the consent from a mail on a press, without signing in', async () => {
  const { world } = site
  const member = await makeMember(world, { is_marketing_agreed: true })
  const { id } = await scheduleTestCampaign(staff, await createTestCampaign(staff))
  await sendWholeCampaign(world, id)
  const mails = await readCampaignMessages(world, id)
  const token = tokenOf(mails.find(({ recipient }) => recipient === member.email)!)
  const isAgreed = async () => {
    const { rows } = await world.pool.query<{ is_marketing_agreed: boolean }>(
      'select is_marketing_agreed from members where id = $1',
      [member.id],
    )
    return rows[0]?.is_marketing_agreed
  }
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto(`/unsubscribe?token=${token}`)
  expect(await page.title()).toBe('광고 메일 수신 거부 | 한편')
  expect(await overflow(page)).toBe(0)
  expect(await findViolations(page)).toEqual([])
  expect(await isAgreed()).toBe(true)
  await button(page, '수신 거부하기').press('Enter')
  await page.getByRole('heading', { name: '수신 동의를 거뒀어요' }).waitFor()
  expect(await isAgreed()).toBe(false)
  expect(await findViolations(page)).toEqual([])

  visit.allow(/400/)
  await page.goto(`/unsubscribe?token=${token.slice(0, -4)}AAAA`)
  await button(page, '수신 거부하기').click()
  await page.getByRole('heading', { name: '쓸 수 없는 링크예요' }).waitFor()
  visit.clean()
})

test('shows why members left, by month and in their words', async () => {
  const { page, visit } = await visitAs(staff, phone)
  await page.goto('/studio/deletion-surveys')
  await page.getByRole('heading', { name: '최근 12달 동안 탈퇴한 회원이 없어요' }).waitFor()
  await page.getByRole('heading', { name: '남긴 말이 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const leaver = await makeMember(site.world, { username: '제갈하늘' })
  await deleteAccount(site.world, leaver, {
    less_function: true,
    high_price: true,
    user_comment: '볼 것을 다 봤어요.\n<b>고마웠어요.</b>',
  })
  await page.reload()
  const row = page.getByRole('row', { name: /2026년 11월/ })
  await expect.poll(() => row.innerText()).toMatch(/탈퇴\s+1명[\s\S]*가격 부담\s+1명/)
  await page.getByText('<b>고마웠어요.</b>').waitFor()
  await expect.poll(() => page.getByRole('main').innerText()).not.toContain('제갈하늘')
  expect(await overflow(page)).toBe(0)
  expect(await findViolations(page)).toEqual([])
  visit.clean()
})
