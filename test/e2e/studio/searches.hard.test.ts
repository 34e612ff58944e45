// hard: the studio's searches (10 s); server/domains/search/understanding.integration.test.ts tests the endpoints.
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 240_000)
afterAll(() => site?.close())

it('lists searches that found nothing and makes synonyms of them by keyboard', async () => {
  const staff = await makeMember(site.world, { is_staff: true })
  for (const q of ['쿵후 허슬러', '쿵후 허슬러', '밤기차 여행기'])
    await staff.call(endpoints.search.recordSearch, { body: { q } })
  const visit = await site.visit({ viewport: { width: 360, height: 780 } }, staff)
  const { page } = visit
  await page.goto('/studio/searches', { waitUntil: 'networkidle' })
  const rows = page.getByRole('table', { name: '결과가 없던 검색' }).getByRole('row')
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/쿵후 허슬러[\s\S]*1번/)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '‘쿵후 허슬러’ 동의어 만들기' }).press('Enter')
  const replacement = page.getByRole('textbox', { name: '바꿔 찾는 말' })
  await expect
    .poll(() => replacement.evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.keyboard.type('달 세탁소')
  await page.keyboard.press('Enter')
  const synonyms = page.getByRole('table', { name: '동의어' })
  await synonyms.getByText('달 세탁소').waitFor()
  // The search index takes the synonym a moment later.
  await expect
    .poll(
      async () => {
        await page.goto('/search?q=쿵후 허슬러')
        return page.getByRole('main').innerText()
      },
      { timeout: 30_000 },
    )
    .toContain('‘쿵후 허슬러’를 ‘달 세탁소’로 찾았어요')
  await page.goto('/studio/searches')
  await page.getByRole('button', { name: '‘쿵후 허슬러’ 동의어 삭제' }).click()
  await page.getByRole('heading', { name: '동의어가 없어요' }).waitFor()
  await endVisit(visit)
})
