import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, findViolations } from '#test/app/accessibility.ts'
import { codeFor, freshEmail, freshPhone } from '#test/app/guest-client.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  giveConsents,
  startSignUp,
  codeBox,
  heading,
  password,
  phone,
  sendEmail,
  tabTo,
  enterName,
  wide,
  readSignedUpMember,
} from './sign-up-steps.ts'

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
})
afterAll(() => site?.close())

/** Reads the code from the development outbox after the job that sends it. */
async function codeInOutbox(to: string): Promise<string> {
  const { rows } = await site.world.pool.query<{ id: number }>(
    'select id from messages where recipient = $1',
    [to],
  )
  for (const { id } of rows) await site.world.workNow('send_message', { message_id: id })
  const answer = await site.world.fetch('/dev/outbox.json')
  const messages = (await answer.json()) as { to: string; text: string }[]
  const text = messages.find((message) => message.to === to)?.text ?? ''
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? ''
}

test('signs up by mouse with codes from the outbox', async () => {
  const visit = await startSignUp(site, wide, '?next=/categories')
  const { page } = visit
  expect(await page.title()).toBe('약관 동의 (1/5) · 회원가입 | 한편')
  expect(await findViolations(page)).toEqual([])
  await giveConsents(page)

  expect(await page.title()).toBe('이메일 확인 (2/5) · 회원가입 | 한편')
  expect(await findViolations(page)).toEqual([])
  const email = freshEmail()
  await sendEmail(page, email)
  await page.getByText(`${email}으로 보낸 6자리 숫자를 입력해 주세요.`).waitFor()
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^(10:00|09:5\d)$/)
  expect(await findViolations(page)).toEqual([])
  await codeBox(page).fill(await codeInOutbox(email))

  await heading(page, '휴대폰 번호를 알려 주세요').waitFor()
  expect(await page.title()).toBe('휴대폰 확인 (3/5) · 회원가입 | 한편')
  const number = freshPhone()
  const dashed = number.replace(/^(...)(....)(....)$/, '$1-$2-$3')
  await page.getByRole('textbox', { name: '휴대폰 번호' }).fill(dashed)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await page.getByText(`${dashed}`).waitFor()
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^(03:00|02:5\d)$/)
  await codeBox(page).fill(await codeInOutbox(number))

  await heading(page, '이름을 알려 주세요').waitFor()
  expect(await page.title()).toBe('이름 (4/5) · 회원가입 | 한편')
  expect(await findViolations(page)).toEqual([])
  await enterName(page)

  expect(await page.title()).toBe('비밀번호 (5/5) · 회원가입 | 한편')
  expect(await findViolations(page)).toEqual([])
  await page.getByText('10자 이상이면 어떤 글자든 좋아요.').waitFor()
  const field = page.getByRole('textbox', { name: '비밀번호', exact: true })
  await field.pressSequentially('1234567')
  await page.getByText('약해요 3자 더 입력해 주세요.').waitFor()
  await field.fill('kd83hfnq2x')
  await page.getByText('보통이에요').waitFor()
  await field.fill(password)
  await page.getByText('튼튼해요').waitFor()
  const again = page.getByRole('textbox', { name: '비밀번호 확인' })
  await again.fill('another-one')
  await page.getByText('두 비밀번호가 서로 달라요.').waitFor()
  await again.fill(password)
  await page.getByText('두 비밀번호가 같아요.').waitFor()
  await page.getByRole('button', { name: '비밀번호 보기' }).first().click()
  await expect.poll(() => field.getAttribute('type')).toBe('text')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '가입하기' }).click()

  // Returns to the requested page, signed in, with a welcome message.
  await page.getByText('이새봄님, 반가워요.').waitFor()
  await page.waitForURL('/categories')
  expect(await readSignedUpMember(site, email)).toEqual({
    username: '이새봄',
    is_marketing_agreed: true,
    consents: ['age_verification', 'marketing_info', 'privacy_policy', 'terms_of_service'],
  })
  // The tab keeps no draft, and a member is redirected.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('hanpyeon.join-draft')))
    .toBeNull()
  await page.goto('/accounts/join/name?next=/search')
  await page.waitForURL('/search')
  await endVisit(visit)
})

test('signs up by keyboard on a phone', async () => {
  const visit = await startSignUp(site, phone)
  const { page } = visit
  expect(await findViolations(page)).toEqual([])
  for (const name of ['이용약관', '개인정보 수집·이용', '만 14세 이상이에요']) {
    await tabTo(page, page.getByRole('checkbox', { name }))
    await page.keyboard.press('Space')
  }
  await page.keyboard.press('Enter')

  await hasFocus(page.getByRole('textbox', { name: '이메일' }))
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.type('틀린 주소')
  await page.keyboard.press('Enter')
  await page.getByText('이메일 주소를 끝까지 입력해 주세요. 예: name@example.com').waitFor()
  await hasFocus(page.getByRole('textbox', { name: '이메일' }))
  const email = freshEmail()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await hasFocus(codeBox(page))
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.type(await codeFor(site.world, email))

  await hasFocus(page.getByRole('textbox', { name: '휴대폰 번호' }))
  expect(await findViolations(page)).toEqual([])
  const number = freshPhone()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await hasFocus(codeBox(page))
  await page.keyboard.type(await codeFor(site.world, number))

  await hasFocus(page.getByRole('textbox', { name: '이름' }))
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('이름을 입력해 주세요.').waitFor()
  await page.keyboard.type('김한편')
  await page.keyboard.press('Enter')

  await hasFocus(page.getByRole('textbox', { name: '비밀번호', exact: true }))
  await page.keyboard.type('password12345')
  await tabTo(page, page.getByRole('textbox', { name: '비밀번호 확인' }))
  await page.keyboard.type('password12345')
  await page.keyboard.press('Enter')
  // The server refuses a common password; the input stays.
  await page.getByText('너무 흔한 비밀번호예요.').waitFor()
  await hasFocus(page.getByRole('textbox', { name: '비밀번호', exact: true }))
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Control+A')
  await page.keyboard.type(password)
  await tabTo(page, page.getByRole('textbox', { name: '비밀번호 확인' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByText('김한편님, 반가워요.').waitFor()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await readSignedUpMember(site, email)).toMatchObject({
    is_marketing_agreed: false,
    consents: ['age_verification', 'privacy_policy', 'terms_of_service'],
  })
  visit.allow(/status of 400/)
  await endVisit(visit)
})
