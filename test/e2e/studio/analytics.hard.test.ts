// hard: every table of the studio's figures (10 s of CPU); the calls have integration tests.
import { endpoints } from '#contract/index.ts'
import { runAnalyticsMaintenance } from '#server/domains/studio/analytics/aggregation-queries.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, type Site } from '#test/e2e/site.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 1000 } }

let site: Site
beforeAll(async () => void (site = await openSite()))
afterAll(() => site?.close())

async function openDashboard(path = '/studio', options: Parameters<Site['visit']>[0] = wide) {
  const visit = await site.visit(options, await makeMember(site.world, { is_staff: true }))
  await visit.page.goto(path)
  await visit.page.getByRole('heading', { name: '일별 추이' }).waitFor()
  return visit
}

async function clear() {
  for (const table of [
    'stat_deltas',
    'daily_stats',
    'series_daily_stats',
    'series_monthly_stats',
    'player_errors',
  ])
    await site.world.pool.query(`delete from ${table}`)
}

/** Inserts activity for this many days up to today. */
async function seedDays(days: number) {
  const { world } = site
  await clear()
  await world.pool.query(
    `insert into stat_deltas (day, metric, episode_id, amount)
     select d::date, m.metric, case when m.of_work then 1 + (extract(doy from d)::int * 7 + n) % 60 end,
       (m.usual * (1 + 0.4 * sin(extract(doy from d) / 20) + 0.3 * (extract(isodow from d) > 5)::int)
         * (1 - 0.0012 * (($1::date - d::date))))::int / (1 + n)
     from generate_series($1::date - ($2::int - 1), $1::date, interval '1 day') d,
       (values ('plays', 12000, true), ('seconds', 21000000, true), ('purchases', 480000, false), ('top_ups', 300000, false),
         ('subscriptions', 900000, false), ('refunds', 90000, false), ('joined', 42, false), ('left', 19, false),
         ('renewed', 80, false), ('past_due', 6, false), ('members', 130, false), ('sales', 620000, true)) as m (metric, usual, of_work),
       generate_series(0, case when m.of_work then 11 else 0 end) as n`,
    [seoulDay(), days],
  )
  const { reportPlayerError } = endpoints.studio_analytics
  const agents = ['Chrome/140.0.0.0 Safari/537.36', 'Version/18.0 Mobile/15E148 Safari/604.1']
  for (const [at, code] of (['network', 'network', 'media', 'unsupported'] as const).entries())
    await world.call(
      reportPlayerError,
      {
        body: {
          episode_id: 1 + (at % 3),
          code,
          detail: code === 'network' ? 'fragLoadError 503' : '',
        },
      },
      {
        'user-agent': `Mozilla/5.0 (${at % 2 ? 'iPhone; CPU iPhone OS 18_0 like Mac OS X' : 'Windows NT 10.0; Win64; x64'}) AppleWebKit/537.36 (KHTML, like Gecko) ${agents[at % 2]}`,
      },
    )
  await runAnalyticsMaintenance(world)
}
const seoulDay = () =>
  new Date(site.world.clock.now().getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

test('shows an empty dashboard', async () => {
  await clear()
  const { page, clean } = await openDashboard()
  await page.getByText('이 기간에는 아직 기록이 없어요.').waitFor()
  await page.getByText('이 기간에 본 작품이 없어요').waitFor()
  await page.getByText('재생 오류가 없어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  clean()
})

test('shows today, the chart by keyboard and the table, and keeps measure and range in the address', async () => {
  await seedDays(400)
  const { page, clean } = await openDashboard()
  const slider = page.getByRole('slider')
  await slider.focus()
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/재생 [\d,]+회$/)
  const today = await slider.getAttribute('aria-valuetext')
  await slider.press('ArrowLeft')
  await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(today)
  await slider.press('Home')
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('0')

  await page.getByRole('button', { name: '매출·환불' }).press('Enter')
  await page.getByText('환불 합계').waitFor()
  expect(new URL(page.url()).searchParams.get('measure')).toBe('revenue')
  await page.getByRole('button', { name: '1년' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('365')
  await page.getByRole('button', { name: '표로 보기' }).press('Enter')
  const table = page.getByRole('table', { name: '일별 숫자' })
  await expect.poll(() => table.getByRole('row').count()).toBe(366)
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '표 닫기' }).click()
  await page.getByRole('table', { name: '많이 본 작품' }).waitFor()
  await page.getByText('fragLoadError 503').first().waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '28일' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('days')).toBe('28')
  expect(await findViolations(page)).toEqual([])
  clean()
})

test('validates a custom range and keeps it in the address', async () => {
  const { page, clean } = await openDashboard()
  await page.getByRole('button', { name: '직접 고르기' }).click()
  await page.getByLabel('시작일').fill('2026-01-10')
  await page.getByLabel('종료일').fill('2026-01-09')
  await page.getByRole('button', { name: '보기', exact: true }).click()
  await page.getByText('종료일이 시작일보다 빨라요.').waitFor()
  await page.getByLabel('종료일').fill('2027-03-01')
  await page.keyboard.press('Enter')
  await page.getByText('한 번에 400일까지 볼 수 있어요.').waitFor()
  await page.getByLabel('종료일').fill('2026-01-10')
  await page.keyboard.press('Enter')
  await page.getByText('2026.01.10', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('2026.01.10', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('시작일').inputValue()).toBe('2026-01-10')
  expect(await findViolations(page)).toEqual([])
  clean()
})

test('downloads the CSV file', async () => {
  const { page, clean } = await openDashboard()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '일별 추이 CSV 받기' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^일별-현황-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  clean()
})

test('reports a playback failure without disturbing the viewer', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const episode = await site.world.call(endpoints.contents.readEpisode, { params: { id: 1 } })
  await page.route(/\/api\/contents\/1\/video\/(\?|$)/, (route) =>
    route.fulfill({
      json: {
        episode,
        manifest_url: '/media/gone/index.m3u8',
        expires_at: '2099-01-01T00:00:00Z',
        duration: 90,
        captions: [],
        storyboard: null,
        resume_at: 0,
        max_height: 1080,
        markers: { opening: null, ending_start: null },
        next_episode: null,
        previous_episode: null,
      },
    }),
  )
  await page.route(/index\.m3u8/, (route) => route.fulfill({ status: 404 }))
  const reportRequest = page.waitForRequest(/player-errors/)
  await page.goto('/video/1')
  expect((await reportRequest).postDataJSON()).toMatchObject({ episode_id: 1, code: 'network' })
  visit.allow(/404/)
  await page.getByRole('alert').waitFor()
}, 60_000)
