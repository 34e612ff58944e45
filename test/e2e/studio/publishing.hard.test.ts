// hard: a walk through the schedule, refused bulk edits, columns and themes at three widths.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seoulDate } from '#contract/core/seoul-time.ts'
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site, type Visit } from '../site.ts'

vi.setConfig({ testTimeout: 180_000 })
const { studio_catalogue: calls } = endpoints
const hour = 3_600_000

let site: Site
beforeAll(async () => void (site = await openSite()), 180_000)
afterAll(() => site?.close())

async function staffAt(path: string, width = 1440): Promise<Visit & { staff: TestMember }> {
  const visit = await site.visit({ viewport: { width, height: 900 } })
  const staff = await makeMember(site.world, { is_staff: true, username: '편도현' })
  await signIn(visit, staff)
  await visit.page.goto(path)
  return { ...visit, staff }
}
const later = (ms: number) => new Date(site.world.clock.now().getTime() + ms)
/** Value of a date-time field in Seoul. */
const inSeoul = (at: Date) => new Date(at.getTime() + 9 * hour).toISOString().slice(0, 19)

async function scheduledWork(staff: TestMember, title: string, ms: number) {
  const body = { title, is_series: true, age_rating: 'ALL' as const, category_ids: [1] }
  const { id, version } = await staff.call(calls.createWork, { body })
  const changes = { is_unpublished: false, publish_at: later(ms).toISOString() }
  await staff.call(calls.updateWork, { params: { id }, body: { version, changes } })
  return id
}

test('shows a week, says what will not be seen, and moves a start', async () => {
  const { page, staff, clean, allow } = await staffAt('/studio/schedule?week=2001-01-01')
  await page.getByRole('heading', { name: '이 주에는 일정이 없어요' }).waitFor()
  const id = await scheduledWork(staff, '다음에 열릴 작품', 2 * hour)
  await page.goto(`/studio/schedule?week=${seoulDate(later(2 * hour))}`)
  const entry = page.getByRole('article').filter({ hasText: '다음에 열릴 작품' })
  await entry.getByText('영상이 없어 그때까지 올려야 볼 수 있어요').waitFor()

  await entry.getByRole('button', { name: '다음에 열릴 작품 시각 바꾸기' }).press('Enter')
  const field = entry.getByLabel('공개 시각 (한국 시각)')
  await field.fill(inSeoul(later(-hour)))
  allow(/400/)
  await entry.getByRole('button', { name: '저장' }).click()
  await entry.getByText('이미 지난 시각이에요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  const moved = later(2 * hour + 60_000)
  await field.fill(inSeoul(moved))
  await field.press('Enter')
  await page.getByText('시각을 바꿨어요').waitFor()
  const work = await staff.call(calls.readWork, { params: { id } })
  expect(work.publish_at).toBe(`${moved.toISOString().slice(0, 19)}.000Z`)
  await page.goto(`/studio/works/${id}`)
  await page.getByRole('heading', { level: 1, name: '다음에 열릴 작품' }).waitFor()

  // The editor's own actions are in the palette.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '찾기와 이동' }).fill('지금')
  await page.keyboard.press('Enter')
  await page.getByText('공개했어요').waitFor()
  expect(await staff.call(calls.readWork, { params: { id } })).toMatchObject({ publish_at: null })
  clean()
})

test('lists the works of a bulk edit that a colleague has changed meanwhile', async () => {
  const { page, staff, clean } = await staffAt('/studio/works?ordering=created_at')
  const boxes = page.getByRole('row').getByRole('checkbox')
  await boxes.nth(1).waitFor()
  const [first] = (await staff.call(calls.listWorks, { query: { ordering: 'created_at' } })).results
  if (!first) throw new Error('a work')
  await page.getByRole('checkbox', { name: '이 페이지 모두 고르기' }).check()
  // The page follows a colleague's edit, so the request is held until after it.
  await page.route('**/api/studio/works/bulk/', async (route) => {
    const { id, version } = first
    const changes = { title: `${first.title} 2` }
    await staff.call(calls.updateWork, { params: { id }, body: { version, changes } })
    await route.continue()
  })
  await page.getByRole('button', { name: '카테고리', exact: true }).click()
  await page.getByLabel('카테고리').last().selectOption('다큐멘터리')
  await page.getByRole('dialog').getByRole('button', { name: '더하기' }).click()
  const alert = page.getByRole('alert').filter({ hasText: '1편은 바꾸지 못했어요' })
  await alert.getByText('그사이 다른 사람이 고쳤어요').waitFor()
  await alert.getByRole('link', { name: first.title }).waitFor()
  expect(await findViolations(page)).toEqual([])
  // Refused rows stay selected.
  await page.getByText('1개 골랐어요').first().waitFor()
  clean()
})

test('finds members and inquiries, and keeps columns and the theme', async () => {
  const visit = await staffAt('/studio/works')
  const { page } = visit
  const member = await makeMember(site.world)
  const inquiry = await createTestInquiry(member, { title: '자막이 안 나와요' })
  const palette = page.getByRole('combobox', { name: '찾기와 이동' })
  await page.getByRole('table').waitFor()
  await page.keyboard.press('Control+k')
  await palette.fill(member.email)
  await page.getByRole('group', { name: '회원' }).getByRole('option').waitFor()
  await palette.fill(String(inquiry.id))
  await page.getByRole('option', { name: '자막이 안 나와요' }).click()
  await page.getByRole('heading', { name: '자막이 안 나와요' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '단축키' }).getByText('단축키 보기').waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/studio/works')
  await page.getByRole('button', { name: '열 고르기' }).click()
  await page.getByRole('checkbox', { name: '시청' }).uncheck()
  const column = page.getByRole('columnheader', { name: '시청' })
  await column.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '어두운 화면으로' }).click()
  await page.reload()
  await page.getByRole('table').waitFor()
  await expect.poll(() => column.count()).toBe(0)
  const theme = () => page.locator('html').getAttribute('data-theme')
  expect(await theme()).toBe('dark')
  for (const [name, width] of [
    ['어두운', 360],
    ['밝은', 768],
    ['어두운', 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['', '/works', '/works/1', '/schedule', '/inquiries', '/members']) {
      await page.goto(`/studio${path}`)
      await page.waitForLoadState('networkidle')
      expect(await findViolations(page), `${path} ${width}`).toEqual([])
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await overflow(), `${path} ${width}`).toBeLessThanOrEqual(0)
    }
    await page.getByRole('button', { name: name === '밝은' ? '어두운' : '밝은' }).click()
  }
  await page.getByRole('link', { name: '사이트로 나가기' }).click()
  await expect.poll(theme).toBeNull()
  visit.clean()
})

test('hides selected reviews with one reason, and back', async () => {
  const { page, staff, clean } = await staffAt('/studio')
  for (const text of ['욕설이 든 리뷰', '광고가 든 리뷰']) {
    const author = await makeMember(site.world)
    await site.world.pool.query(
      `with r as (
         insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
         select $1, min(id), 2, $4, false, $3, $3 from series returning id)
       insert into review_reports (review_id, member_id, reason, created_at) select id, $2, 'abuse', $3 from r`,
      [author.profile_id, staff.id, site.world.clock.now(), text],
    )
  }
  await page.goto('/studio/reviews')
  await page.getByRole('checkbox', { name: '이 페이지 모두 고르기' }).check()
  const bar = page.getByRole('group', { name: '고른 것에 할 일' })
  expect(await findViolations(page)).toEqual([])
  await bar.getByRole('button', { name: '숨기기' }).click()
  const dialog = page.getByRole('dialog', { name: '리뷰를 숨길까요?' })
  await dialog.getByLabel('숨기는 이유').fill('욕설')
  await dialog.getByLabel('숨기는 이유').press('Enter')
  await page.getByText('리뷰 2개를 숨겼어요').waitFor()
  await page.getByRole('heading', { name: '확인할 신고가 없어요' }).waitFor()
  await page.getByRole('button', { name: '되돌리기' }).click()
  await page.getByText('리뷰 2개를 되돌렸어요').waitFor()
  await page.getByText('광고가 든 리뷰').waitFor()
  clean()
})
