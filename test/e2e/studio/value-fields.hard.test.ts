// hard: types into the fields of five forms (30 s).
import { endpoints } from '#contract/index.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { findViolations } from '#test/app/accessibility.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 60_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const half = '날짜를 끝까지 입력해 주세요'

async function open(path: string) {
  const staff = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, staff)
  await visit.page.goto(path)
  return { staff, visit, page: visit.page }
}

/** Types a day in the order of the browser: month, day, year. */
const typeDay = async (page: Page) => page.keyboard.type('12242026')

test('saves no row whose start is half typed, and saves it once it is whole or cleared', async () => {
  const { rows } = await site.world.pool.query<{ title: string }>(
    `select s.title from series s join series_listings l on l.series_id = s.id and l.category_id = 0
     order by char_length(s.title) desc limit 1`,
  )
  const { title = '' } = rows[0] ?? {}
  const { staff, visit, page } = await open('/studio/home-curation')
  const curation = () => staff.call(endpoints.studio_home_curation.readCuration, {})
  await page.getByRole('button', { name: '줄 더하기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '제목' }).fill('연말에 몰아 보기')
  await dialog.getByRole('searchbox', { name: '작품 찾기' }).fill(title)
  await dialog.getByRole('button', { name: `‘${title}’ 넣기` }).click()
  const start = dialog.getByLabel('시작 (선택)')
  await start.focus()
  await typeDay(page)
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.getByText(half, { exact: false }).waitFor()
  expect(await start.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await findViolations(page)).toEqual([])
  expect((await curation()).rows).toEqual([])

  // Esc asks, and what was typed is kept.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '계속 고치기' }).click()
  await start.fill('2026-12-24T09:30:00')
  await dialog.getByRole('button', { name: '저장' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await curation()).rows).toMatchObject([{ starts_at: '2026-12-24T00:30:00.000Z' }])
  await endVisit(visit)
})

test('filters the audit log by a day that is typed', async () => {
  const { visit, page } = await open('/studio/acts')
  const from = page.getByLabel('이 날부터')
  await from.focus()
  await typeDay(page)
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Enter')
  await page.waitForURL(/from=2026-12-24/)
  await expect.poll(() => from.inputValue()).toBe('2026-12-24')
  await page.goBack()
  await page.waitForURL('/studio/acts')
  await endVisit(visit)
})

test('keeps a number that is out of range in its field, and does not save the last valid one', async () => {
  const { staff, visit, page } = await open('/studio/campaigns/new')
  await page.getByRole('textbox', { name: '메일 제목' }).fill('돌아온 이야기')
  await page.getByRole('textbox', { name: '메일 내용' }).fill('새 이야기가 열렸어요.')
  await page.getByLabel('마지막 시청').selectOption({ index: 1 })
  const days = page.getByLabel('며칠', { exact: false })
  await days.fill('')
  await days.pressSequentially('5000')
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await page.getByText('1부터 3,650까지 숫자로 입력해 주세요.').waitFor()
  await expect.poll(() => days.inputValue()).toBe('5000')
  expect((await staff.call(endpoints.studio_marketing.listCampaigns, { query: {} })).count).toBe(0)
  await endVisit(visit)
})
