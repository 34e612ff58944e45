// hard: failed sending and refused files (15 s); inquiry-form.test.ts sends.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  button,
  titleField,
  contextField,
  subjectField,
  fileField,
  submitButton,
  pathOf,
  listInquiries,
  openAsMember,
  makePicture,
  formPath,
  listPath,
  phone,
} from './inquiry-form-page.ts'

let site: Site
let picture: Buffer
beforeAll(async () => {
  site = await openSite()
  picture = await makePicture()
}, 180_000)
afterAll(() => site?.close())

test('reports a failure with the specified text, and keeps the input over it and a reload', async () => {
  const { page, visit, member } = await openAsMember(site, formPath)
  visit.allow(/status of 503|ERR_FAILED|^503: /)
  await subjectField(page).selectOption({ label: '결제/환불' })
  await titleField(page).fill('환불이 안 돼요')
  await contextField(page).fill('어제 샀어요.')
  await fileField(page).setInputFiles({
    name: '영수증.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  await page.route('**/api/customer-services/inquiries/me/', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await submitButton(page).click()
  const alert = page.getByRole('dialog', { name: '등록 중 오류가 발생했습니다' })
  await alert.getByRole('heading', { name: '등록 중 오류가 발생했습니다' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await alert.getByRole('button', { name: '확인' }).click()
  await alert.waitFor({ state: 'detached' })
  await expect.poll(async () => (await readFocus(page)).name).toBe('등록')
  await expect.poll(() => titleField(page).inputValue()).toBe('환불이 안 돼요')
  await page.getByText('영수증.png').waitFor()

  await page.reload()
  await page.getByText('전에 쓰시던 내용을 불러왔어요. 첨부 파일은 다시 선택해 주세요.').waitFor()
  expect([
    await subjectField(page).inputValue(),
    await titleField(page).inputValue(),
    await contextField(page).inputValue(),
  ]).toEqual(['2', '환불이 안 돼요', '어제 샀어요.'])
  await page.getByText('선택된 파일 없음').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/customer-services/inquiries/me/')
  await submitButton(page).click()
  await pathOf(page).toBe(listPath)
  expect((await listInquiries(member)).count).toBe(1)
  await page.goto(formPath)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  await expect.poll(() => titleField(page).inputValue()).toBe('')
  await endVisit(visit)
})

test('refuses a file that is too large or of a wrong type, and lets another be chosen', async () => {
  const { page, visit, member } = await openAsMember(site, formPath, phone)
  visit.allow(/status of 415/)
  const none = page.getByText('선택된 파일 없음')
  const large = Buffer.alloc(10 * 1024 * 1024 + 1)
  await fileField(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  await page.getByText('화면.png').waitFor()
  await fileField(page).setInputFiles({ name: '녹화.png', mimeType: 'image/png', buffer: large })
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
    await fileField(page).setInputFiles({ name, mimeType, buffer: picture })
    await page
      .getByText(
        '이미지(JPG, PNG, GIF, WebP, BMP, HEIC)와 PDF, DOC, DOCX, TXT 파일만 첨부할 수 있어요.',
      )
      .waitFor()
    await none.waitFor()
  }
  await fileField(page).setInputFiles({
    name: '빈.txt',
    mimeType: 'text/plain',
    buffer: Buffer.alloc(0),
  })
  await page.getByText('내용이 없는 파일이에요. 다른 파일을 선택해 주세요.').waitFor()
  const broken = { name: '깨진.png', mimeType: 'image/png', buffer: Buffer.from('none') }
  await fileField(page).setInputFiles(broken)
  await page.getByText('이미지를 열 수 없어요. 다른 파일을 선택해 주세요.').waitFor()
  await none.waitFor()
  await fileField(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  await button(page, '첨부 지우기').click()
  await none.waitFor()

  // Errors found by the server appear at the file too.
  await subjectField(page).selectOption({ label: '기타' })
  await titleField(page).fill('파일을 보내요')
  await contextField(page).fill('봐 주세요.')
  const lying = { name: '문서.pdf', mimeType: 'application/pdf', buffer: picture }
  await fileField(page).setInputFiles({ ...lying, buffer: Buffer.from('<script>') })
  await submitButton(page).click()
  await page.getByRole('dialog', { name: '등록 중 오류가 발생했습니다' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alert').filter({ hasText: '첨부할 수 있어요' }).waitFor()
  await none.waitFor()
  await fileField(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  // During a slow upload the progress is shown.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/customer-services/inquiries/me/', async (route) => {
    await held
    await route.continue()
  })
  await submitButton(page).click()
  await page.getByRole('progressbar', { name: '첨부 파일을 보내고 있어요.' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  letGo()
  await pathOf(page).toBe(listPath)
  expect((await listInquiries(member)).results).toMatchObject([{ attachment_name: '화면.png' }])
  await page.getByRole('heading', { name: '파일을 보내요' }).click()
  const sent = page.getByRole('img', { name: '첨부한 이미지' })
  await expect.poll(() => sent.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(90)
  await endVisit(visit)
})
