import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  titleField,
  contextField,
  subjectField,
  fileField,
  submitButton,
  pathOf,
  draftKeys,
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
})
afterAll(() => site?.close())

test('validates every field while typing, sends by mouse, and replaces the form', async () => {
  const { page, visit, member } = await openAsMember(site, '/customer-service', phone)
  await page.getByRole('main').getByRole('link', { name: '1:1 문의하기' }).click()
  await pathOf(page).toBe(formPath)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByText('선택된 파일 없음').waitFor()
  expect(await subjectField(page).locator('option').allTextContents()).toEqual([
    '문의 유형을 선택해 주세요',
    '로그인/회원',
    '결제/환불',
    '서비스 이용',
    '작품',
    '문의·제안',
    '제휴·채용·취재',
    '기타',
  ])
  await expect.poll(() => contextField(page).getAttribute('rows')).toBe('10')
  const needs = () => page.locator('#register-needs').textContent()
  await expect.poll(() => submitButton(page).getAttribute('disabled')).not.toBeNull()
  await expect
    .poll(() => submitButton(page).getAttribute('aria-describedby'))
    .toBe('register-needs')
  expect(await needs()).toBe('문의 유형, 제목, 내용을 채우면 등록할 수 있어요.')
  // Errors appear at their field from the first change on.
  const note = (box: Locator) =>
    box.evaluate((node) =>
      node.getAttribute('aria-invalid') === 'true'
        ? document.getElementById(node.getAttribute('aria-describedby')!)?.textContent
        : null,
    )
  await titleField(page).fill('가')
  expect(await note(titleField(page))).toBeNull()
  await titleField(page).fill('')
  await expect.poll(() => note(titleField(page))).toBe('1자 이상 100자 이하로 입력해 주세요')
  await titleField(page).fill('가'.repeat(100))
  await expect.poll(() => note(titleField(page))).toBeNull()
  await titleField(page).fill('가'.repeat(101))
  await expect.poll(() => note(titleField(page))).toBe('1자 이상 100자 이하로 입력해 주세요')
  await titleField(page).fill('재생이 멈춰요')
  await contextField(page).fill('나')
  await contextField(page).fill('')
  await expect.poll(() => note(contextField(page))).toBe('내용을 입력해 주세요')
  await contextField(page).fill('나'.repeat(1_001))
  await expect.poll(() => note(contextField(page))).toBe('1자 이상 1000자 이하로 입력해 주세요')
  await contextField(page).fill('나'.repeat(1_000))
  await expect.poll(() => note(contextField(page))).toBeNull()
  await expect.poll(() => submitButton(page).isDisabled()).toBe(true)
  await expect.poll(needs).toBe('문의 유형을 채우면 등록할 수 있어요.')
  await subjectField(page).selectOption({ label: '서비스 이용' })
  await subjectField(page).selectOption({ label: '문의 유형을 선택해 주세요' })
  await expect.poll(() => note(subjectField(page))).toBe('문의 유형을 선택해 주세요')
  await expect.poll(() => submitButton(page).isDisabled()).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await subjectField(page).selectOption({ label: '서비스 이용' })
  await fileField(page).setInputFiles({ name: '화면.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('img', { name: '첨부할 이미지 미리보기' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await submitButton(page).click()
  await pathOf(page).toBe(listPath)
  await page.getByText('문의를 등록했어요. 답변이 오면 메일로도 알려 드릴게요.').waitFor()
  await page.getByText('재생이 멈춰요', { exact: true }).waitFor()
  const { results } = await listInquiries(member)
  expect(results).toMatchObject([
    {
      title: '재생이 멈춰요',
      context: '나'.repeat(1_000),
      subject_name: '서비스 이용',
      attachment_name: '화면.png',
    },
  ])
  await expect.poll(() => draftKeys(page)).toEqual([])
  // The form is not in the history.
  await page.goBack()
  await pathOf(page).toBe('/customer-service')
  await endVisit(visit)
})

test('sends an inquiry by keyboard', async () => {
  const { page, visit, member } = await openAsMember(site, formPath)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  const focus = () => expect.poll(async () => (await readFocus(page)).name)
  await subjectField(page).focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => subjectField(page).inputValue()).toBe('4')
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
  await pathOf(page).toBe(listPath)
  const { results } = await listInquiries(member)
  expect(results).toMatchObject([{ title: '자막이 밀려요', context: '첫째 줄\n둘째 줄' }])
  await endVisit(visit)
})
