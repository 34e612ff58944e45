import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site, type Visit } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }
const form = '/customer-service/inquirys/new'
const list = '/customer-service/inquirys/list'

let site: Site
let picture: Buffer
beforeAll(async () => {
  site = await openSite()
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#f60' } })
    .png()
    .toBuffer()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first()
const title = (page: Page) => page.getByRole('textbox', { name: '제목' })
const context = (page: Page) => page.getByRole('textbox', { name: '내용' })
const kind = (page: Page) => page.getByRole('combobox', { name: '문의 유형' })
const file = (page: Page) => field(page, '첨부 파일')
const register = (page: Page) => button(page, '등록')
const at = (page: Page) => expect.poll(() => new URL(page.url()).pathname)
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
const asked = (member: TestMember) =>
  member.call(endpoints.customer_services.listInquiries, { query: { limit: 0 } })

async function end(visit: Visit) {
  visit.clean()
  await visit.context.close()
}

async function begin(path: string, options: Parameters<Site['visit']>[0] = wide) {
  const member = await makeMember(site.world)
  const visit = await site.visit(options)
  await signIn(visit, member)
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}

test('validates every field while typing, sends by mouse, and replaces the form', async () => {
  const { page, visit, member } = await begin('/customer-service', phone)
  await page.getByRole('main').getByRole('link', { name: '1:1 문의하기' }).click()
  await at(page).toBe(form)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByText('선택된 파일 없음').waitFor()
  expect(await kind(page).locator('option').allTextContents()).toEqual([
    '문의 유형을 선택해 주세요',
    '로그인/회원',
    '결제/환불',
    '서비스 이용',
    '콘텐츠',
    '문의/제안',
    '팀',
    '기타',
  ])
  expect(await context(page).getAttribute('rows')).toBe('10')
  expect(await register(page).isDisabled()).toBe(true)
  // Errors appear at their field from the first change on.
  const note = (box: ReturnType<typeof title>) =>
    box.evaluate((node) =>
      node.getAttribute('aria-invalid') === 'true'
        ? document.getElementById(node.getAttribute('aria-describedby')!)?.textContent
        : null,
    )
  await title(page).fill('가')
  expect(await note(title(page))).toBeNull()
  await title(page).fill('')
  await expect.poll(() => note(title(page))).toBe('최소 1자 이상 100자 이하로 입력해 주세요')
  await title(page).fill('가'.repeat(100))
  await expect.poll(() => note(title(page))).toBeNull()
  await title(page).fill('가'.repeat(101))
  await expect.poll(() => note(title(page))).toBe('최소 1자 이상 100자 이하로 입력해 주세요')
  await title(page).fill('재생이 멈춰요')
  await context(page).fill('나')
  await context(page).fill('')
  await expect.poll(() => note(context(page))).toBe('내용을 입력해 주세요')
  await context(page).fill('나'.repeat(1_001))
  await expect.poll(() => note(context(page))).toBe('최소 1자 이상 1000자 이하로 입력해 주세요')
  await context(page).fill('나'.repeat(1_000))
  await expect.poll(() => note(context(page))).toBeNull()
  expect(await register(page).isDisabled()).toBe(true)
  await kind(page).selectOption({ label: '서비스 이용' })
  await kind(page).selectOption({ label: '문의 유형을 선택해 주세요' })
  await expect.poll(() => note(kind(page))).toBe('문의 유형을 선택해 주세요')
  expect(await register(page).isDisabled()).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await kind(page).selectOption({ label: '서비스 이용' })
  await file(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('img', { name: '첨부할 이미지 미리보기' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await register(page).click()
  await at(page).toBe(list)
  await page.getByText('문의를 등록했어요. 답변이 오면 메일로도 알려 드릴게요.').waitFor()
  await page.getByText('재생이 멈춰요', { exact: true }).waitFor()
  const { results } = await asked(member)
  expect(results).toMatchObject([
    {
      title: '재생이 멈춰요',
      context: '나'.repeat(1_000),
      subject_name: '서비스 이용',
      attachment_name: '화면.png',
    },
  ])
  expect(await kept(page)).toEqual([])
  // The form is not in the history.
  await page.goBack()
  await at(page).toBe('/customer-service')
  await end(visit)
})

test('sends an inquiry by keyboard', async () => {
  const { page, visit, member } = await begin(form)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  const focus = () => expect.poll(async () => (await readFocus(page)).name)
  await kind(page).focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => kind(page).inputValue()).toBe('4')
  await page.keyboard.press('Tab')
  await page.keyboard.type('자막이 밀려요')
  await page.keyboard.press('Tab')
  await page.keyboard.type('첫째 줄')
  await page.keyboard.press('Enter')
  await page.keyboard.type('둘째 줄')
  await tabTo(page, '취소')
  await page.keyboard.press('Tab')
  await focus().toBe('등록')
  await page.keyboard.press('Enter')
  await at(page).toBe(list)
  const { results } = await asked(member)
  expect(results).toMatchObject([{ title: '자막이 밀려요', context: '첫째 줄\n둘째 줄' }])
  await end(visit)
})
