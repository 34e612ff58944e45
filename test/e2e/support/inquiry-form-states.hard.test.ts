// hard: every state and width of the form (30 s); inquiry-form.test.ts sends one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  button,
  titleField,
  contextField,
  subjectField,
  fileField,
  submitButton,
  pathOf,
  draftKeys,
  openAsMember,
  makePicture,
  formPath,
  listPath,
  wide,
  phone,
} from './inquiry-form-page.ts'

let site: Site
let picture: Buffer
beforeAll(async () => {
  site = await openSite()
  picture = await makePicture()
}, 180_000)
afterAll(() => site?.close())

test('returns to the previous page on 취소, and opens at both addresses', async () => {
  const { page, visit } = await openAsMember(site, '/customer-service/notices')
  const tab = page.getByRole('navigation', { name: '고객센터 메뉴' })
  await tab.getByRole('link', { name: '1:1 문의' }).click()
  await pathOf(page).toBe('/customer-service/inquirys')
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  await button(page, '취소').click()
  await pathOf(page).toBe('/customer-service/notices')
  await page.goto(`${formPath}?type=payment`)
  await expect.poll(() => subjectField(page).inputValue()).toBe('2')
  const tabs = page.getByRole('navigation', { name: '1:1 문의 메뉴' }).getByRole('link')
  expect(await tabs.allTextContents()).toEqual(['1:1 문의하기', '문의 내역'])
  await tabs.nth(1).click()
  await page.getByRole('heading', { name: '문의 내역이 없어요' }).waitFor()
  await endVisit(visit)
})

test('deletes the draft on 새로 쓰기 and on sign-out', async () => {
  const { page, visit } = await openAsMember(site, formPath)
  await titleField(page).fill('아무에게도 보이지 않을 글')
  await expect.poll(() => draftKeys(page)).toHaveLength(1)
  await page.reload()
  await button(page, '새로 쓰기').click()
  await expect.poll(() => draftKeys(page)).toEqual([])
  await expect.poll(() => titleField(page).inputValue()).toBe('')
  expect((await readFocus(page)).seen).toBe(true)
  await titleField(page).fill('아무에게도 보이지 않을 글')
  await expect.poll(() => draftKeys(page)).toHaveLength(1)
  await page.getByRole('banner').getByRole('button', { name: /메뉴$/ }).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await page.getByText('로그아웃했어요').waitFor()
  expect(await draftKeys(page)).toEqual([])
  await endVisit(visit)
})

test('keeps the form usable when inquiry types fail to load, and loads them on retry', async () => {
  const { page, visit } = await openAsMember(site, '/customer-service/notices', phone)
  visit.allow(/503/)
  await page.route('**/*.data*', (route) => route.fulfill({ status: 503, body: '' }))
  const ways = page.getByRole('navigation', { name: '고객센터 메뉴' })
  await ways.getByRole('link', { name: '1:1 문의' }).click()
  await page.getByText('문의 유형을 불러오지 못했어요.').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await titleField(page).fill('먼저 써 둘게요')
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/*.data*')
  await button(page, '다시 시도').click()
  await subjectField(page).selectOption({ label: '기타' })
  await contextField(page).fill('이제 보내요.')
  await expect.poll(() => titleField(page).inputValue()).toBe('먼저 써 둘게요')
  await submitButton(page).click()
  await pathOf(page).toBe(listPath)
  await endVisit(visit)
})

test('returns a visitor to the form after signing in', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto(formPath)
  await pathOf(page).toBe('/accounts/login')
  await page.getByLabel('이메일').fill(member.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await button(page, '로그인').click()
  await pathOf(page).toBe(formPath)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  await endVisit(visit)
})

test.each([320, 360, 768, 1440])('has no horizontal overflow at %i px', async (width) => {
  const { page, visit } = await openAsMember(site, formPath, { viewport: { width, height: 800 } })
  const name = `${'아주-긴-이름의-화면-캡처'.repeat(8)}.png`
  await fileField(page).setInputFiles({ name, mimeType: 'image/png', buffer: picture })
  await titleField(page).fill('가'.repeat(300))
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over).toBe(0)
  await endVisit(visit)
})
