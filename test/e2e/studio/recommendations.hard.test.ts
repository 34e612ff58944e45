// hard: the studio's recommendations (15 s); server/domains/recommendations/staff/staff-settings.integration.test.ts tests the endpoints.
import { endpoints } from '#contract/index.ts'
import { trainModel } from '#server/domains/recommendations/training/train-model.ts'
import { createLogger } from '#server/shared/logger.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

const { recommendations, studio_recommendations } = endpoints

let site: Site
beforeAll(async () => {
  site = await openSite()
  await trainModel({ ...site.world, log: createLogger('silent', 'test') })
}, 240_000)
afterAll(() => site?.close())

it('shows the clicks of rows, pins and excludes works, and runs an experiment', async () => {
  const staff = await makeMember(site.world, { is_staff: true })
  const viewer = await makeMember(site.world)
  const { rows: popular } = await site.world.pool.query<{ id: number }>(
    'select id from series order by viewer_count desc limit 3',
  )
  await viewer.call(recommendations.pickTaste, {
    body: { series_ids: popular.map(({ id }) => id) },
  })
  const overview = async () => (await staff.call(studio_recommendations.readOverview, {})).rows[0]!

  // A row is counted when it is seen, and when a work in it is opened.
  const home = await site.visit({ viewport: { width: 1440, height: 900 } }, viewer)
  await home.page.goto('/')
  const taste = home.page.getByRole('region', { name: '취향에 맞는 작품' })
  await taste.scrollIntoViewIfNeeded()
  await expect.poll(async () => (await overview()).impressions).toBe(1)
  const first = taste.getByRole('link').first()
  await first.click()
  await home.page.waitForURL(/\/series\//)
  await expect.poll(overview).toMatchObject({ kind: 'taste', impressions: 1, clicks: 1 })
  await endVisit(home)

  const visit = await site.visit({ viewport: { width: 360, height: 780 } }, staff)
  const { page } = visit
  await page.goto('/studio/recommendations', { waitUntil: 'networkidle' })
  const figures = page.getByRole('table', { name: '추천 줄' }).getByRole('row')
  await expect.poll(() => figures.nth(1).innerText()).toMatch(/취향에 맞는 작품[\s\S]*100\.0%/)
  expect(await findViolations(page)).toEqual([])

  const { rows: shown } = await viewer.call(recommendations.listPersonalRows, {})
  const { title } = shown[0]!.works[0]!
  const titles = async () =>
    (await viewer.call(recommendations.listPersonalRows, {})).rows.flatMap(({ works }) =>
      works.map((work) => work.title),
    )
  await page.getByRole('searchbox', { name: '작품 찾기' }).fill(title)
  await page.getByRole('button', { name: `‘${title}’ 제외` }).press('Enter')
  const works = page.getByRole('table', { name: '고정·제외한 작품' })
  await works.getByText(title).waitFor()
  await expect.poll(titles).not.toContain(title)
  await page.getByRole('button', { name: `‘${title}’ 고정`, exact: true }).click()
  await works.getByText('고정', { exact: true }).waitFor()
  await expect.poll(async () => (await titles())[0]).toBe(title)
  await page.getByRole('button', { name: `‘${title}’ 고정·제외 풀기` }).click()
  await page.getByRole('heading', { name: '고정하거나 제외한 작품이 없어요' }).waitFor()

  await page.getByRole('textbox', { name: '실험 이름' }).fill('줄 없이 일주일')
  await page.getByRole('combobox', { name: '바꿀 내용' }).selectOption('추천 줄을 보여 주지 않기')
  await page.getByRole('button', { name: '실험 시작' }).press('Enter')
  const experiments = page.getByRole('table', { name: '실험' })
  await experiments.getByText('진행 중').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: '실험 이름' }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '‘줄 없이 일주일’ 실험 끝내기' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '실험 끝내기' }).click()
  await page.getByRole('textbox', { name: '실험 이름' }).waitFor()
  await page.goto('/studio/acts')
  await page.getByText('추천 실험 종료').first().waitFor()
  await page.getByText('추천에서 작품 제외').first().waitFor()
  await endVisit(visit)
})
