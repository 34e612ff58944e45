// hard: sorting and paging of the lists (15 s of CPU); unit tests hold their addresses.
import { endpoints } from '#contract/index.ts'
import { findViolations, hasFocus } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

const wide = { viewport: { width: 1440, height: 900 } }

let site: Site
let staff: TestMember
beforeAll(async () => {
  site = await openSite()
  staff = await makeMember(site.world, { is_staff: true, username: '박운영' })
})
afterAll(() => site?.close())

test('orders works by their columns, and keeps the focus in the search', async () => {
  const visit = await site.visit(wide, staff)
  const { page } = visit
  // Values that the contract does not allow are left out.
  await page.goto('/studio/works?category=drama&kind=book&ordering=size')
  const table = page.getByRole('table', { name: '작품' })
  await table.waitFor()
  const header = (name: string) => table.getByRole('columnheader', { name })
  await expect.poll(() => header('만든 날').getAttribute('aria-sort')).toBe('descending')
  await header('작품').getByRole('link').press('Enter')
  await expect.poll(() => header('작품').getAttribute('aria-sort')).toBe('ascending')
  await header('작품').getByRole('link').press('Enter')
  await expect.poll(() => header('작품').getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => header('만든 날').getAttribute('aria-sort')).toBeNull()
  await expect.poll(() => page.getByLabel('정렬').inputValue()).toBe('-title')
  expect(await findViolations(page)).toEqual([])

  const search = page.getByRole('searchbox')
  await search.fill('없는 작품')
  await search.press('Enter')
  await page.getByRole('heading', { name: '찾는 작품이 없어요' }).waitFor()
  await hasFocus(search)
  expect(new URL(page.url()).searchParams.get('ordering')).toBe('-title')
  await page.getByRole('link', { name: '조건 모두 지우기' }).press('Enter')
  await table.waitFor()
  await expect.poll(() => search.inputValue()).toBe('')
  // A select searches for what is typed, too.
  await search.fill('달')
  await page.getByLabel('종류').selectOption('시리즈')
  await expect.poll(() => page.url()).toMatch(/q=.+&kind=series/)
  await endVisit(visit)
})

test('moves the focus to the rows of another page, and leads from a page that is gone to the last', async () => {
  for (const number of Array.from({ length: 21 }, (_, index) => index))
    await staff.call(endpoints.studio_support.createNotice, {
      body: { title: `공지 ${number}`, context: '내용', is_pinned: false, is_hidden: false },
    })
  const visit = await site.visit(wide, staff)
  const { page } = visit
  await page.goto('/studio/notices?page=9')
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2')
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('link', { name: '이전 쪽' }).press('Enter')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await hasFocus(page.getByRole('group', { name: '공지 목록' }))
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})
