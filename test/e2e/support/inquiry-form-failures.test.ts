// hard: failed sending and refused files (15 s); inquiry-form.test.ts sends.
import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, findViolations } from '#test/app/accessibility.ts'
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

test('reports a failure with the specified text, and keeps the input over it and a reload', async () => {
  const { page, visit, member } = await begin(form)
  visit.allow(/status of 503|ERR_FAILED|^503: /)
  await kind(page).selectOption({ label: '결제/환불' })
  await title(page).fill('환불이 안 돼요')
  await context(page).fill('어제 샀어요.')
  await file(page).setInputFiles({ name: '영수증.png', mimeType: 'image/png', buffer: picture })
  await page.route('**/api/customer-services/inquiries/me/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await register(page).click()
  const alert = page.getByRole('dialog', { name: '등록 중 오류가 발생했습니다' })
  await alert.getByRole('heading', { name: '등록 중 오류가 발생했습니다' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await alert.getByRole('button', { name: '확인' }).click()
  await alert.waitFor({ state: 'detached' })
  await expect.poll(async () => (await readFocus(page)).name).toBe('등록')
  expect(await title(page).inputValue()).toBe('환불이 안 돼요')
  await page.getByText('영수증.png').waitFor()

  await page.reload()
  await page.getByText('전에 쓰시던 내용을 불러왔어요. 첨부 파일은 다시 선택해 주세요.').waitFor()
  expect([
    await kind(page).inputValue(),
    await title(page).inputValue(),
    await context(page).inputValue(),
  ]).toEqual(['2', '환불이 안 돼요', '어제 샀어요.'])
  await page.getByText('선택된 파일 없음').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/customer-services/inquiries/me/')
  await register(page).click()
  await at(page).toBe(list)
  expect((await asked(member)).count).toBe(1)
  await page.goto(form)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  expect(await title(page).inputValue()).toBe('')
  await end(visit)
})

test('refuses a file that is too large or of a wrong type, and lets another be chosen', async () => {
  const { page, visit, member } = await begin(form, phone)
  visit.allow(/status of 415/)
  const none = page.getByText('선택된 파일 없음')
  const large = Buffer.alloc(10 * 1024 * 1024 + 1)
  await file(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('화면.png').waitFor()
  await file(page).setInputFiles({ name: '녹화.png', mimeType: 'image/png', buffer: large })
  const dialog = page.getByRole('dialog', { name: '파일이 너무 커요' })
  await dialog.getByText('‘녹화.png’ 파일은 10.1MB예요', { exact: false }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await none.waitFor()
  for (const [name, mimeType] of [
    ['그림.svg', 'image/svg+xml'],
    ['실행.exe', 'application/octet-stream'],
  ] as const) {
    await file(page).setInputFiles({ name, mimeType, buffer: picture })
    await page
      .getByText(
        '이미지(JPG, PNG, GIF, WebP, BMP, HEIC)와 PDF, DOC, DOCX, TXT 파일만 첨부할 수 있어요.',
      )
      .waitFor()
    await none.waitFor()
  }
  await file(page).setInputFiles({
    name: '빈.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(0),
  })
  await page.getByText('내용이 없는 파일이에요. 다른 파일을 선택해 주세요.').waitFor()
  const broken = { name: '깨진.png', mimeType: 'image/png', buffer: Buffer.from('none') }
  await file(page).setInputFiles(broken)
  await page.getByText('이미지를 열 수 없어요. 다른 파일을 선택해 주세요.').waitFor()
  await none.waitFor()
  await file(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  await button(page, '첨부 지우기').click()
  await none.waitFor()

  // Errors found by the server appear at the file too.
  await kind(page).selectOption({ label: '기타' })
  await title(page).fill('파일을 보내요')
  await context(page).fill('봐 주세요.')
  const lying = { name: '문서.pdf', mimeType: 'application/pdf', buffer: picture }
  await file(page).setInputFiles({ ...lying, buffer: Buffer.from('<script>') })
  await register(page).click()
  await page.getByRole('dialog', { name: '등록 중 오류가 발생했습니다' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: '첨부할 수 있어요' }).waitFor()
  await none.waitFor()
  await file(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  // During a slow upload the progress is shown.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/customer-services/inquiries/me/', async (route) => {
    await held
    await route.continue()
  })
  await register(page).click()
  await page.getByRole('progressbar', { name: '첨부 파일을 보내고 있어요.' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  letGo()
  await at(page).toBe(list)
  expect((await asked(member)).results).toMatchObject([{ attachment_name: '화면.png' }])
  await page.getByRole('heading', { name: '파일을 보내요' }).click()
  const sent = page.getByRole('img', { name: '첨부한 이미지' })
  await expect.poll(() => sent.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(90)
  await end(visit)
})
