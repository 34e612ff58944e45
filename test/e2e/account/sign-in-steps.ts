import type { Page } from 'playwright-core'
import type { TestMember } from '#test/fixtures/members.ts'

const menuName = '김한편님의 메뉴'

export const fields = (page: Page) => ({
  email: page.getByLabel('이메일'),
  password: page.getByLabel('비밀번호', { exact: true }),
  submit: page.getByRole('button', { name: '로그인', exact: true }),
})

/** Signs in on the sign-in page or in its dialog. */
export async function logIn(
  page: Page,
  { email, password }: Pick<TestMember, 'email' | 'password'>,
) {
  const form = fields(page)
  await form.email.fill(email)
  await form.password.fill(password)
  await form.submit.click()
}

/** The member menu, and the sign-in link shown without a session. */
export const accountMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: menuName })
export const loginLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: '로그인' })
