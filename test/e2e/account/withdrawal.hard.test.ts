// hard: leaving with everything a member can own (10 s of CPU); the rules have integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo, findViolations } from '#test/app/accessibility.ts'
import { deleteAccount, makeMember } from '#test/fixtures/members.ts'
import { lastMessage } from '#test/app/guest-client.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Answers the question for the password, which comes before the confirmation. */
async function givePassword(page: Page, password: string) {
  const proof = page.getByRole('dialog', { name: '비밀번호를 확인할게요' })
  await proof.getByLabel('지금 비밀번호').fill(password)
  await page.keyboard.press('Enter')
  return proof
}

test('withdraws by keyboard: losses, survey, password, confirmation, date; signing in undoes it', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  visit.allow(/status of 40[03]/)
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/mypage/profile')
  await page.getByRole('link', { name: '회원 탈퇴' }).click()
  await page.waitForURL('/mypage/withdrawal')
  await page.getByRole('heading', { name: '탈퇴하면 이렇게 돼요' }).waitFor()
  await page.getByRole('heading', { name: '7일 안에 되돌릴 수 있어요' }).waitFor()
  await page.getByText('계약과 결제 기록은 5년').waitFor()
  expect(await findViolations(page)).toEqual([])

  const reason = page.getByRole('checkbox', { name: '가격이 부담스러웠어요' })
  await reason.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => reason.isChecked()).toBe(true)
  await page.getByLabel('하고 싶은 말').fill('그동안 고마웠어요.')
  await page.getByText('10/1,000자').waitFor()
  await tabTo(page, '탈퇴하기')
  await page.keyboard.press('Enter')

  // The password comes first, also right after signing in; a wrong one confirms nothing.
  const proof = await givePassword(page, 'not the password')
  await proof.getByText('비밀번호가 맞지 않아요.').waitFor()
  const sure = page.getByRole('dialog', { name: '정말 탈퇴할까요?' })
  await expect.poll(() => sure.count()).toBe(0)
  await givePassword(page, member.password)
  await sure.waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await sure.waitFor({ state: 'detached' })
  await button(page, '탈퇴하기').press('Enter')
  await givePassword(page, member.password)
  await sure.getByRole('button', { name: '탈퇴할게요' }).press('Enter')

  await page.waitForURL('/mypage/withdrawal/success')
  await page.getByRole('heading', { name: '그동안 함께해 주셔서 고마웠어요' }).waitFor()
  await page.getByText('그 전에 로그인하면 탈퇴를 취소할 수 있어요').waitFor()
  await page.getByText('계약, 결제와 환불 기록').waitFor()
  // The header shows no member.
  await page.getByRole('banner').getByRole('link', { name: '로그인' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/mypage/withdrawal/success')
  expect(await findViolations(page)).toEqual([])
  expect((await lastMessage(site.world, member.email))?.subject).toContain('탈퇴를 신청')

  await page.getByRole('link', { name: '로그인해서 취소하기' }).click()
  await page.getByLabel('이메일').fill(member.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await button(page, '로그인').click()
  const restore = page.getByRole('region', { name: '탈퇴를 신청한 계정이에요' })
  await restore.getByText('프로필 김한편').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '그만두기').press('Enter')
  await button(page, '로그인').click()
  // Receives the focus when it appears.
  await restore.waitFor()
  await tabTo(page, '탈퇴 취소하고 로그인')
  await page.keyboard.press('Enter')
  await page.getByText('김한편님, 반가워요.').waitFor()
  await site.world.workNow('delete_account', { member_id: member.id })
  await page.goto('/mypage')
  await page.getByRole('heading', { name: '김한편님' }).waitFor()
  await endVisit(visit)
})

test('signs in no more once the seven days are over', async () => {
  const member = await makeMember(site.world)
  await deleteAccount(site.world, member, { high_price: true, user_comment: '비쌌어요.' })
  const visit = await site.visit(phone)
  visit.allow(/status of 400/)
  const { page } = visit
  await page.goto('/accounts/login')
  await page.getByLabel('이메일').fill(member.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await button(page, '로그인').click()
  await page.getByText('이메일이나 비밀번호가 맞지 않아요.').waitFor()
  await endVisit(visit)
})

test('keeps the account after cancelling, and when only the goodbye page is opened', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone)
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/mypage/withdrawal')
  await page.getByText('남은 포인트가 없어서').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('link', { name: '계속 이용하기' }).click()
  await page.waitForURL('/mypage/profile')
  await page.goto('/mypage/withdrawal/success')
  await page.waitForURL('/mypage')
  await page.getByRole('heading', { name: '김한편님' }).waitFor()
  await endVisit(visit)
})

test('reports a failed withdrawal and keeps the input', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone)
  visit.allow(/ERR_FAILED/)
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/mypage/withdrawal')
  await page.getByLabel('하고 싶은 말').fill('남는 말')
  await page.route('**/api/accounts/withdrawal/', (route) => route.abort())
  await button(page, '탈퇴하기').click()
  await givePassword(page, member.password)
  await button(page, '탈퇴할게요').click()
  await page.getByRole('alert').getByText('서버에 연결하지 못했어요.').waitFor()
  await expect.poll(() => page.getByLabel('하고 싶은 말').inputValue()).toBe('남는 말')
  await page.unroute('**/api/accounts/withdrawal/')
  await button(page, '탈퇴하기').click()
  await givePassword(page, member.password)
  await button(page, '탈퇴할게요').click()
  await page.waitForURL('/mypage/withdrawal/success')
  await endVisit(visit)
})
