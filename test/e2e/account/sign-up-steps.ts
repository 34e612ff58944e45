import type { Locator, Page } from 'playwright-core'
import { codeFor, freshEmail, freshPhone } from '#test/app/guest-client.ts'
import { type Site, type Visit } from '#test/e2e/site.ts'

export const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
export const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }
export const password = 'a-lantern-in-the-rain'

export const next = (page: Page) => page.getByRole('button', { name: '다음', exact: true })
export const codeBox = (page: Page) => page.getByRole('textbox', { name: '인증번호' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens the first sign-up step as a guest. */
export async function startSignUp(site: Site, options = wide, search = ''): Promise<Visit> {
  const visit = await site.visit(options)
  await visit.page.goto(`/accounts/join${search}`)
  await heading(visit.page, '약관에 동의해 주세요').waitFor()
  return visit
}

export async function giveConsents(page: Page) {
  await page.getByRole('checkbox', { name: '모두 동의해요' }).check()
  await next(page).click()
  await heading(page, '이메일을 알려 주세요').waitFor()
}

export async function sendEmail(page: Page, email: string) {
  await page.getByRole('textbox', { name: '이메일' }).fill(email)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await heading(page, '메일을 확인해 주세요').waitFor()
}

export async function verifyEmail(site: Site, page: Page, email = freshEmail()) {
  await sendEmail(page, email)
  await codeBox(page).fill(await codeFor(site.world, email))
  await heading(page, '휴대폰 번호를 알려 주세요').waitFor()
  return email
}

export async function verifyPhone(site: Site, page: Page, number = freshPhone()) {
  await page.getByRole('textbox', { name: '휴대폰 번호' }).fill(number)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await heading(page, '문자를 확인해 주세요').waitFor()
  await codeBox(page).fill(await codeFor(site.world, number))
  await heading(page, '이름을 알려 주세요').waitFor()
  return number
}

export async function enterName(page: Page, name = '이새봄') {
  await page.getByRole('textbox', { name: '이름' }).fill(name)
  await next(page).click()
  await heading(page, '마지막으로 비밀번호를 정해 주세요').waitFor()
}

export async function choosePassword(page: Page) {
  await page.getByRole('textbox', { name: '비밀번호', exact: true }).fill(password)
  await page.getByRole('textbox', { name: '비밀번호 확인' }).fill(password)
  await page.getByRole('button', { name: '가입하기' }).click()
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}

/** Reads the rows of the member who signed up with `email`. */
export async function readSignedUpMember(site: Site, email: string) {
  const { rows } = await site.world.pool.query<{
    username: string
    is_marketing_agreed: boolean
    consents: string[]
  }>(
    `select username, is_marketing_agreed,
       array(select kind from consents where member_id = members.id and is_agreed order by kind) as consents
     from members where email = $1`,
    [email],
  )
  return rows[0]
}
