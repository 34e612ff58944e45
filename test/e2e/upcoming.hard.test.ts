// hard: an announcement until its release (20 s of CPU); integration tests hold the rules of releases.
import { endpoints } from '#contract/index.ts'
import { notifyReleases } from '#server/domains/watch-history/notify-releases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  // The row shows the works that come first; those of the demonstration have earlier dates.
  await site.world.pool.query('update series set is_hidden = true where import_key is not null')
})
afterAll(() => site?.close())

test('shows an upcoming work with 알림 받기, and announces its release on home', async () => {
  const { world } = site
  const { id, episode_ids } = await makeSeries(
    world,
    { title: '첫눈 오는 날', is_announced: true },
    [{ video_state: 'none', is_announced: true, is_free: true }],
  )
  const member = await makeMember(world)
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/')
  const upcoming = page.getByRole('region', { name: '곧 만나요, 공개 예정' })
  await upcoming.getByText('공개일 미정').first().waitFor()
  await upcoming.getByRole('link', { name: '첫눈 오는 날' }).click()

  await page.waitForURL(`/series/${id}`)
  await page.getByRole('heading', { name: '첫눈 오는 날' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /재생/ }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  const button = page.getByRole('button', { name: '알림 받기' })
  await button.click()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  await expect
    .poll(async () => {
      const { results } = await member.call(endpoints.watch_history.listReleaseAlerts, {})
      return results.map(({ series }) => series.id)
    })
    .toEqual([id])
  await page.reload()
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')

  await world.pool.query(`update episodes set video_state = 'ready' where id = $1`, [
    episode_ids[0],
  ])
  await notifyReleases({ ...world, site_url: site.world.origin })
  await page.goto('/')
  await page
    .getByRole('region', { name: '기다리던 작품이 공개됐어요' })
    .getByRole('link', { name: '첫눈 오는 날' })
    .click()
  await page.waitForURL(`/series/${id}`)
  // The browser may show the page it has for another minute.
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: /재생$/ }).first().waitFor()
  await endVisit(visit)
})

test('says in the player when an upcoming episode is released, and requests no reviews', async () => {
  const { world } = site
  const released_at = new Date(world.clock.now().getTime() + 40 * 86_400_000)
  const { episode_ids } = await makeSeries(world, { title: '늦봄의 우체통', is_announced: true }, [
    { video_state: 'none', is_announced: true, is_free: true, released_at },
  ])
  const visit = await site.visit({ viewport: { width: 360, height: 780 } })
  const { page } = visit
  const reviews: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/reviews/')) reviews.push(request.url())
  })
  // Requested together with the reviews.
  const similar = page.waitForResponse(/\/similar\//)
  await page.goto(`/video/${episode_ids[0]}`)
  await page.getByText(/^\d+월 \d+일 공개 예정이에요$/).waitFor()
  await page.getByText('공개되면 바로 볼 수 있어요.').waitFor()
  await similar
  expect(reviews).toEqual([])
  await endVisit(visit)
})
