import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const twelveHours = 12 * 3_600_000

let site: Site
beforeAll(async () => void (site = await openSite()))
afterAll(() => site?.close())

test('refuses the studio to a member who is not staff', async () => {
  const visit = await site.visit(wide, await makeMember(site.world))
  await visit.page.goto('/studio')
  await visit.page.getByRole('heading', { name: '운영자만 들어올 수 있어요' }).waitFor()
  visit.clean()
})

test('enrols an authenticator app by keyboard, shows recovery codes, and opens the studio', async () => {
  const { page, clean, context, ...visit } = await site.visit(wide)
  const staff = await makeMember(site.world, { is_staff: true, signed_in_ago: twelveHours })
  await signIn({ context, page, clean, ...visit }, staff)
  await page.goto('/studio/acts')
  await page.getByRole('heading', { name: '추가 인증을 먼저 설정해 주세요' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '인증 앱 등록하기' }).press('Enter')
  // The sign-in is old, so reauthentication is required.
  visit.allow(/403/)
  await page.getByLabel('비밀번호', { exact: true }).fill(staff.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: '인증 앱에 등록할 QR 코드' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(
    ' ',
    '',
  )

  const first = page.getByLabel('앱에 나온 코드 6자리')
  await first.fill('000000')
  await page.keyboard.press('Enter')
  visit.allow(/400/)
  await page.getByText('코드가 달라요').waitFor()
  const timestamp = site.world.clock.now().getTime()
  await first.fill(new TOTP({ secret }).generate({ timestamp }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '복구 코드를 보관해 주세요' }).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: /^[A-Z2-7-]{19}$/ })
        .count(),
    )
    .toBe(10)
  await page.getByRole('button', { name: '보관했어요, 들어갈게요' }).press('Enter')
  await page.getByRole('heading', { name: '활동 기록', exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  clean()
})
