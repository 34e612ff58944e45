// hard: consents, reloads, age and known phones of the sign-up (28 s); join.test.ts signs up.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, freshEmail } from '#test/app/guest-client.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  giveConsents,
  startSignUp,
  choosePassword,
  codeBox,
  heading,
  next,
  phone,
  verifyEmail,
  verifyPhone,
  sendEmail,
  enterName,
  readSignedUpMember,
} from './sign-up-steps.ts'

// Signing up takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close())

test('keeps 모두 동의 and the four consents in step, and requires three', async () => {
  const visit = await startSignUp(site)
  const { page } = visit
  const all = page.getByRole('checkbox', { name: '모두 동의해요' })
  const names = ['이용약관', '개인정보 수집·이용', '만 14세 이상이에요', '혜택과 새 소식 받기']
  const boxes = names.map((name) => page.getByRole('checkbox', { name }))
  const mixed = () => all.evaluate((box: HTMLInputElement) => box.indeterminate)
  const states = () => Promise.all(boxes.map((box) => box.isChecked()))

  expect(await states()).toEqual([false, false, false, false])
  expect([await all.isChecked(), await mixed()]).toEqual([false, false])
  await all.check()
  expect(await states()).toEqual([true, true, true, true])
  await boxes[3]!.uncheck()
  expect([await all.isChecked(), await mixed()]).toEqual([false, true])
  await expect.poll(() => next(page).isEnabled()).toBe(true)
  await boxes[3]!.check()
  expect([await all.isChecked(), await mixed()]).toEqual([true, false])
  await all.uncheck()
  expect(await states()).toEqual([false, false, false, false])

  // Submitting without the three names them; the fourth is optional.
  await boxes[0]!.check()
  await boxes[3]!.check()
  await expect.poll(() => next(page).isDisabled()).toBe(true)
  await next(page).click({ force: true })
  await page
    .getByRole('alert')
    .getByText('‘개인정보 수집·이용’, ‘만 14세 이상이에요’를 확인하고 체크해 주세요.')
    .waitFor()
  await hasFocus(boxes[1]!)
  expect(page.url()).toMatch(/\/accounts\/join$/)
  await expect.poll(() => page.getByText('[필수]').count()).toBe(3)
  await expect.poll(() => page.getByText('[선택]').count()).toBe(1)

  // Each text opens in place.
  const read = page.getByRole('button', { name: '개인정보 수집·이용 내용 보기' })
  await read.click()
  await expect.poll(() => read.getAttribute('aria-expanded')).toBe('true')
  await page.getByText('계약과 결제 기록은 5년').waitFor()
  const whole = page.getByRole('link', { name: '전체 내용을 새 창에서 보기' })
  await expect.poll(() => whole.getAttribute('href')).toBe('/terms/privacy')
  await expect.poll(() => whole.getAttribute('target')).toBe('_blank')
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('keeps progress over a reload, redirects to the first unfinished step, and goes back', async () => {
  const visit = await startSignUp(site)
  const { page } = visit
  for (const step of ['create-id', 'verify', 'name', 'password']) {
    await page.goto(`/accounts/join/${step}`)
    await page.waitForURL(/\/accounts\/join$/)
  }
  await giveConsents(page)
  const email = freshEmail()
  await sendEmail(page, email)
  // A reload during a code shows its fields again, and the code stays valid.
  await page.reload()
  await heading(page, '메일을 확인해 주세요').waitFor()
  await expect.poll(() => page.getByRole('timer').innerText()).toMatch(/^(10:00|09:[3-5]\d)$/)
  await codeBox(page).fill(await codeFor(site.world, email))
  await page.waitForURL(/\/verify/)

  await page.goto('/accounts/join/password')
  await page.waitForURL(/\/verify/)
  await verifyPhone(site, page)
  await enterName(page, '남궁새봄')
  await page.reload()
  await heading(page, '마지막으로 비밀번호를 정해 주세요').waitFor()
  await page.getByText(email).waitFor()

  await page.goBack()
  await page.waitForURL(/\/name/)
  const name = page.getByRole('textbox', { name: '이름' })
  await expect.poll(() => name.inputValue()).toBe('남궁새봄')
  await page.getByRole('link', { name: '이전' }).click()
  await heading(page, '휴대폰 번호를 확인했어요').waitFor()
  await page.getByRole('link', { name: '이전' }).click()
  await heading(page, '이메일을 확인했어요').waitFor()
  await page.getByText(email).waitFor()
  // A verified contact stays until another one is requested.
  await page.getByRole('button', { name: '다른 이메일 쓰기' }).click()
  await page.getByRole('button', { name: '바꾸지 않고 그대로 쓰기' }).click()
  await heading(page, '이메일을 확인했어요').waitFor()
  await page.goto('/accounts/join/password')
  await choosePassword(page)
  await page.getByText('남궁새봄님, 반가워요.').waitFor()
  await endVisit(visit)
})

test('refuses a sign-up under 14 and keeps no data', async () => {
  const visit = await startSignUp(site, phone)
  const { page, context } = visit
  await giveConsents(page)
  const email = await verifyEmail(site, page)
  await page.goto('/accounts/join')
  await page.getByRole('button', { name: '만 14세 미만이에요' }).click()
  await heading(page, '만 14세부터 가입할 수 있어요').waitFor()
  await page.getByText('지금까지 입력한 내용은 모두 지웠어요.').waitFor()
  await hasFocus(heading(page, '만 14세부터 가입할 수 있어요'))
  expect(await findViolations(page)).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('hanpyeon.join-draft'))).toBeNull()
  await expect
    .poll(async () => (await context.cookies()).filter(({ name }) => name === 'sid'))
    .toEqual([])
  const { rows } = await site.world.pool.query('select 1 from members where email = $1', [email])
  expect(rows).toEqual([])

  await page.getByRole('button', { name: '잘못 눌렀어요' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: '이용약관' }).isChecked()).toBe(false)
  await page.goto('/accounts/join/verify')
  await page.waitForURL(/\/accounts\/join$/)
  await endVisit(visit)
})

test('offers recovery for a registered phone, and asks again for an expired verification', async () => {
  const { phonenumber } = await makeMember(site.world)
  const visit = await startSignUp(site)
  const { page } = visit
  await giveConsents(page)
  await verifyEmail(site, page)
  await verifyPhone(site, page, phonenumber)
  await enterName(page)
  await choosePassword(page)
  const alertBox = page.getByRole('alert')
  await alertBox.getByText('이 휴대폰 번호로 가입한 계정이 있어요.').waitFor()
  await expect
    .poll(() => alertBox.getByRole('link', { name: '아이디 찾기' }).getAttribute('href'))
    .toBe('/accounts/recovery/id')
  await expect
    .poll(() => alertBox.getByRole('link', { name: '로그인' }).getAttribute('href'))
    .toBe('/accounts/login')
  expect(await findViolations(page)).toEqual([])

  site.world.clock.advance(31 * 60_000)
  await page.getByRole('button', { name: '가입하기' }).click()
  await page.waitForURL(/\/create-id/)
  await page.getByText('확인한 지 30분이 지나서, 안전을 위해 다시 확인할게요.').waitFor()
  // Input that needs no verification stays.
  const email = await verifyEmail(site, page)
  await verifyPhone(site, page)
  await expect.poll(() => page.getByRole('textbox', { name: '이름' }).inputValue()).toBe('이새봄')
  await next(page).click()
  await choosePassword(page)
  await page.getByText('이새봄님, 반가워요.').waitFor()
  expect(await readSignedUpMember(site, email)).toMatchObject({ username: '이새봄' })
  visit.allow(/status of 4\d\d/)
  await endVisit(visit)
})
