// hard: walks every page of a service and a studio without works (40 s); test/e2e/routes.test.ts opens pages.
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site } from '#test/e2e/site.ts'
import { walkPages } from '#test/e2e/walk-pages.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** Each page of the menu and what it says without a work, an upload, an inquiry or a member. */
const emptyStates: Readonly<Record<string, string>> = {
  '/studio': '이 기간에 본 작품이 없어요',
  '/studio/works': '아직 작품이 없어요',
  '/studio/schedule': '이 주에는 일정이 없어요',
  '/studio/uploads': '아직 올린 영상이 없어요',
  '/studio/inquiries': '기다리는 문의가 없어요',
  '/studio/reviews': '확인할 신고가 없어요',
  '/studio/notices': '아직 글이 없어요',
  '/studio/campaigns': '아직 쓴 메일이 없어요',
  '/studio/recommendations': '고정하거나 제외한 작품이 없어요',
  '/studio/searches': '결과가 없던 검색이 없어요',
  '/studio/deletion-surveys': '최근 12달 동안 탈퇴한 회원이 없어요',
  '/studio/acts': '기록이 없어요',
}
/** Pages that always have contents. */
const formPages = ['/studio/works/import', '/studio/members']

let site: Site
beforeAll(async () => void (site = await openSite([], { catalogue: 'none' })))
afterAll(() => site?.close())

test('every page of a studio without works shows its empty state and no error', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  await signIn(visit, await makeMember(site.world, { is_staff: true }))
  const { page } = visit
  await page.goto('/studio')
  const menu = await page
    .getByRole('navigation')
    .locator('a[href^="/studio"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const pages = [...Object.keys(emptyStates), ...formPages]
  expect(menu.filter((href) => !pages.includes(href))).toEqual([])
  for (const path of pages) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const text = emptyStates[path]
    if (text) await page.getByText(text).first().waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('alert').count(), path).toBe(0)
    visit.clean()
  }
  await visit.context.close()
})

test('has no broken link without works', async () => {
  const visit = await site.visit()
  await visit.page.goto('/')
  const walked = await visit.page.evaluate(walkPages, {
    starts: ['/', '/search', '/categories'],
    upcomingIds: [],
    follow: true,
  })
  expect(walked.pages).toBeGreaterThan(10)
  expect({ broken: walked.broken, videos: walked.videos }).toEqual({ broken: [], videos: [] })
  visit.clean()
  await visit.context.close()
})
