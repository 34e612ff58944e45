// hard: edits categories and what home shows (20 s); test/e2e/studio/lists.test.ts keeps the list pattern.
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 60_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 240_000)
afterAll(() => site?.close())

it('adds, moves, renames and hides categories, and viewers see each step', async () => {
  const staff = await makeMember(site.world, { is_staff: true, staff_role: 'editor' })
  const visit = await site.visit({ viewport: { width: 360, height: 780 } }, staff)
  const { page } = visit
  await page.goto('/studio/categories')
  const table = page.getByRole('table', { name: '카테고리 목록' })
  await table.getByText('숏드라마').waitFor()
  await page.getByLabel('국내 줄의 카테고리').waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '카테고리 더하기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '이름' }).fill('공연')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '저장' }).press('Enter')
  await table.getByRole('button', { name: '‘공연’ 이름 바꾸기' }).click()
  await dialog.getByRole('textbox', { name: '이름' }).fill('공연 실황')
  await dialog.getByRole('button', { name: '저장' }).click()
  await table.getByRole('button', { name: '‘공연 실황’ 위로' }).click()
  await expect.poll(() => table.getByRole('row').nth(8).innerText()).toContain('공연 실황')

  const viewer = await site.visit({ viewport: { width: 1440, height: 900 } })
  await site.world.server.flushInvalidations()
  await viewer.page.goto('/categories')
  await viewer.page.getByRole('main').getByText('공연 실황').waitFor()
  await table.getByRole('button', { name: '‘공연 실황’ 숨기기' }).click()
  await table.getByRole('button', { name: '‘공연 실황’ 보이기' }).waitFor()
  await site.world.server.flushInvalidations()
  await viewer.page.reload()
  await viewer.page.getByRole('main').getByText('숏드라마').first().waitFor()
  expect(await viewer.page.getByRole('main').getByText('공연 실황').count()).toBe(0)
  await endVisit(viewer)
  await endVisit(visit)
})

it('sets what home and the header show', async () => {
  const staff = await makeMember(site.world, { is_staff: true, staff_role: 'editor' })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, staff)
  const { page } = visit
  await page.goto('/studio/categories')
  await page.getByLabel('국내 줄의 카테고리').selectOption({ label: '애니메이션' })
  await page
    .getByRole('searchbox', { name: '작품 찾기' })
    .or(page.getByRole('button', { name: / 빼기$/ }))
    .first()
    .waitFor()
  await page.getByLabel('국내 줄의 제목').fill('우리 만화')
  await page.getByLabel('헤더 링크 1').selectOption({ label: '예능' })
  await page.getByLabel('헤더 링크 3').selectOption({ label: '없음' })
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await site.world.server.flushInvalidations()
  await page.goto('/')
  const header = page.getByRole('navigation', { name: '주 메뉴' })
  const links = ['홈', '카테고리', '예능', '영화', '숏드라마']
  await expect.poll(() => header.getByRole('link').allInnerTexts()).toEqual(links)
  const row = page.getByRole('region', { name: '우리 만화' })
  await expect.poll(() => row.locator('a[href="/categories/3"]').count()).toBeGreaterThan(0)
  await endVisit(visit)
})
