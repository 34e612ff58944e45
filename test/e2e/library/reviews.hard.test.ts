// hard: every state of reviews (19 s of CPU); the rules have integration tests.
import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
const phone = {
  viewport: { width: 360, height: 780 },
  reducedMotion: 'reduce' as const,
  hasTouch: true,
}

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 240_000)
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const reviewsOf = (page: Page) => page.getByRole('region', { name: /^리뷰/ })
const lines = (page: Page) =>
  page.getByRole('list', { name: '다른 회원의 리뷰' }).getByRole('article')

let taken = 0
/** Picks a series for one test, with a playable episode. */
async function work() {
  const { rows } = await site.world.pool.query<{
    series_id: number
    season_id: number
    id: number
  }>(
    `select distinct on (e.series_id) e.series_id, e.season_id, e.id from episodes e
     join series s on s.id = e.series_id where not s.is_hidden and not e.is_hidden and e.number = 1
     order by e.series_id, e.id offset $1 limit 1`,
    [taken++],
  )
  const found = rows[0]!
  await site.world.pool.query(`update episodes set video_state = 'ready' where id = $1`, [found.id])
  return {
    ...found,
    series: `/series/${found.series_id}`,
    episode: `/series/${found.series_id}/season/${found.season_id}/episode/${found.id}`,
  }
}

/** Records that the member watched it, without a player. */
async function begins(member: TestMember, episode_id: number) {
  await site.world.pool.query(
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select $1, id, series_id, 30, false, $3::timestamptz, $3, current_date, 1 from episodes where id = $2`,
    [member.profile_id, episode_id, site.world.clock.now().toISOString()],
  )
}

/** Inserts `count` reviews by other members, each newer than the one before. */
async function others(at: { series_id: number; id: number }, count: number) {
  for (let n = 1; n <= count; n++) {
    const member = await makeMember(site.world, { username: '이독자' })
    await begins(member, at.id)
    site.world.clock.advance(1_000)
    await member.call(endpoints.reviews.writeReview, {
      body: {
        content_type: 'series',
        object_id: at.series_id,
        rating: ((n % 10) + 1) / 2,
        context: `${n}번째 감상`,
        is_spoiler: n === count - 1,
      },
    })
  }
}

test('lists reviews in four orders, five at a time, with spoilers covered', async () => {
  const at = await work()
  await others(at, 7)
  const visit = await site.visit(phone)
  const { page } = visit
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto(at.series)
  await page.waitForLoadState('networkidle')
  // Below the fold neither reviews nor their scripts are loaded yet.
  expect(requests.filter((path) => /review(?!s-section)/.test(path))).toEqual([])
  await reviewsOf(page).scrollIntoViewIfNeeded()
  await lines(page).first().getByText('7번째 감상').waitFor()
  await expect.poll(() => lines(page).count()).toBe(5)
  await reviewsOf(page).getByText('7개').waitFor()
  await lines(page).first().getByText('이*자').waitFor()
  await lines(page).first().getByRole('img', { name: '별점 5점 만점에 4.0점' }).waitFor()

  const spoiler = lines(page).nth(1)
  await expect.poll(() => page.getByText('6번째 감상').count()).toBe(0)
  await spoiler.getByRole('button', { name: '스포일러 보기' }).focus()
  await page.keyboard.press('Enter')
  await spoiler.getByText('6번째 감상').waitFor()
  await spoiler.getByRole('button', { name: '다시 가리기' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('link', { name: '2쪽' }).click()
  await expect.poll(() => lines(page).count()).toBe(2)
  expect(new URL(page.url()).search).toBe('?reviews=2')
  await page.getByRole('link', { name: '별점 낮은 순' }).click()
  await lines(page).first().getByText('1번째 감상').waitFor()
  await expect.poll(() => lines(page).count()).toBe(5)
  await page.getByRole('link', { name: '별점 높은 순' }).click()
  await lines(page).first().getByText('7번째 감상').waitFor()
  // The page was not reloaded.
  expect(requests.filter((path) => path.endsWith('.data'))).toEqual([])

  await button(page, '로그인하고 쓰기').click()
  await page.getByRole('dialog').getByLabel('이메일').waitFor()
  await endVisit(visit)
})

test('requires watching before a review, writes one by keyboard, and keeps the draft', async () => {
  const at = await work()
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await signIn(visit, member)
  await page.goto(`${at.series}#reviews`)
  await reviewsOf(page).getByText('조금이라도 보신 뒤에 리뷰를 남길 수 있어요').waitFor()
  await reviewsOf(page).getByText('첫 리뷰를 남겨 주세요').waitFor()
  await expect.poll(() => button(page, '리뷰 쓰기').count()).toBe(0)

  await begins(member, at.id)
  await page.reload()
  await button(page, '리뷰 쓰기').press('Enter')
  // The arrow keys change the focused stars by halves.
  await page.getByRole('form', { name: '리뷰 쓰기' }).waitFor()
  await page.keyboard.press('Space')
  for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => page.getByRole('radio', { name: '4.5점' }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  const typed = '<img src=x onerror=alert(1)>\n\n둘째 줄 😀'
  await page.keyboard.insertText(typed)
  await reviewsOf(page).getByText('36/1,000자').waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.reload()
  await reviewsOf(page).getByText('쓰다 만 리뷰를 불러왔어요.').waitFor()
  await expect.poll(() => page.getByLabel('감상').inputValue()).toBe(typed)
  await expect.poll(() => page.getByRole('radio', { name: '4.5점' }).isChecked()).toBe(true)

  visit.allow(/ERR_FAILED/)
  await page.route('**/api/contents/reviews/', (route) => route.abort())
  await button(page, '리뷰 남기기').click()
  await reviewsOf(page).getByText('서버에 연결하지 못했어요', { exact: false }).waitFor()
  await expect.poll(() => page.getByLabel('감상').inputValue()).toBe(typed)
  await page.unroute('**/api/contents/reviews/')
  await button(page, '리뷰 남기기').click()

  const own = page.getByRole('region', { name: '내 리뷰' })
  await own.waitFor()
  expect(await own.getByText('둘째 줄').textContent()).toBe(typed)
  await reviewsOf(page).getByRole('heading', { name: '리뷰 1개' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('updates the averages at once when a review is replaced and deleted', async () => {
  const at = await work()
  const member = await makeMember(site.world)
  await begins(member, at.id)
  await member.call(endpoints.reviews.writeReview, {
    body: {
      content_type: 'episode',
      object_id: at.id,
      rating: 5,
      context: '최고예요',
      is_spoiler: false,
    },
  })
  const visit = await site.visit(wide)
  const { page } = visit
  await signIn(visit, member)
  await page.goto(`${at.episode}#reviews`)
  const figures = reviewsOf(page).getByRole('heading', { level: 2 }).locator('..')
  await figures.getByText('5.0').waitFor()
  const own = page.getByRole('region', { name: '내 리뷰' })
  await own.getByRole('button', { name: '수정' }).click()
  await page.getByRole('radio', { name: '2점' }).check({ force: true })
  await page.getByLabel('감상').fill('😀'.repeat(1_001))
  await reviewsOf(page).getByText('1자를 줄여 주세요.').waitFor()
  await page.getByLabel('감상').fill('다시 보니 아쉬워요')
  await page.getByLabel('스포일러가 들어 있어요').check()
  site.world.clock.advance(1_000)
  await button(page, '수정하기').click()
  await own.getByText('다시 보니 아쉬워요').waitFor()
  await own.getByText('수정됨').waitFor()
  await figures.getByText('2.0').waitFor()

  await own.getByRole('button', { name: '삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await button(page, '리뷰 쓰기').waitFor()
  await reviewsOf(page).getByRole('heading', { name: '리뷰', exact: true }).waitFor()
  await reviewsOf(page).getByText('이 회차만 두고 쓴 리뷰는 아직 없어요').waitFor()
  await endVisit(visit)
})

test('shows HTML in a review as text', async () => {
  const at = await work()
  const typed = `<img src=x onerror="document.title='뚫림'"><script>document.title='뚫림'</script>\n  둘째 줄 &amp; 끝 </textarea>`
  const member = await makeMember(site.world, { username: '<b>김<i>' })
  await begins(member, at.id)
  await member.call(endpoints.reviews.writeReview, {
    body: {
      content_type: 'series',
      object_id: at.series_id,
      rating: 4.5,
      context: typed,
      is_spoiler: false,
    },
  })
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto(at.series)
  await reviewsOf(page).scrollIntoViewIfNeeded()
  await lines(page).first().waitFor()
  expect(await lines(page).first().locator('p', { hasText: '둘째 줄' }).textContent()).toBe(typed)
  await expect.poll(() => lines(page).locator('img[src], script, b, i').count()).toBe(0)
  expect(await page.title()).not.toContain('뚫림')
  // The member’s own review, in the edit form.
  await signIn(visit, member)
  await page.reload()
  await reviewsOf(page).scrollIntoViewIfNeeded()
  await button(page, /수정/).click()
  await expect.poll(() => page.getByRole('textbox').last().inputValue()).toBe(typed)
  await endVisit(visit)
})

test('assigns a review to its episode, and reports the rate limit', async () => {
  const at = await work()
  const member = await makeMember(site.world)
  await begins(member, at.id)
  const visit = await site.visit(phone)
  const { page } = visit
  await signIn(visit, member)
  await page.goto(`${at.episode}#reviews`)
  await button(page, '리뷰 쓰기').tap()
  await button(page, '리뷰 남기기').tap()
  await reviewsOf(page).getByText('별점을 골라 주세요.').waitFor()
  // A touch on the left half of the fourth star.
  const stars = await page.getByRole('radio', { name: '3.5점' }).locator('..').boundingBox()
  await page.touchscreen.tap(stars!.x + stars!.width / 2, stars!.y + stars!.height / 2)
  await expect.poll(() => page.getByRole('radio', { name: '3.5점' }).isChecked()).toBe(true)
  await page.getByLabel('감상').fill('이 회차가 제일 좋아요')
  visit.allow(/429/)
  await page.route('**/api/contents/reviews/', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '42' },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: '',
        status: 429,
        code: 'rate_limited',
        request_id: '',
        detail: '잠시 뒤에 다시 시도해 주세요.',
        errors: [],
      }),
    }),
  )
  await button(page, '리뷰 남기기').tap()
  await reviewsOf(page)
    .getByText(/4[12]초 뒤에 다시 시도할 수 있어요/)
    .waitFor()
  await page.unroute('**/api/contents/reviews/')
  await page.reload()
  await button(page, '리뷰 남기기').tap()
  await page.getByRole('region', { name: '내 리뷰' }).getByText('이 회차가 제일 좋아요').waitFor()
  await page.goto(`${at.series}#reviews`)
  await reviewsOf(page).getByText('첫 리뷰를 남겨 주세요').waitFor()
  await endVisit(visit)
})

test('marks a review helpful optimistically, reverts on failure, and reports it once', async () => {
  const at = await work()
  await others(at, 3)
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await signIn(visit, member)
  await page.goto(`${at.series}#reviews`)
  const first = lines(page).first()
  const helpful = first.getByRole('button', { name: /^도움돼요/ })
  await helpful.click()
  await expect.poll(() => helpful.getAttribute('aria-pressed')).toBe('true')
  expect(await helpful.textContent()).toBe('도움돼요1')
  await page.reload()
  await expect.poll(() => helpful.getAttribute('aria-pressed')).toBe('true')

  visit.allow(/ERR_FAILED/)
  await page.route('**/helpful/', (route) => route.abort())
  await helpful.click()
  await page.getByText('서버에 연결하지 못했어요', { exact: false }).waitFor()
  await expect.poll(() => helpful.getAttribute('aria-pressed')).toBe('true')

  await first.getByRole('button', { name: '이*자님의 리뷰 신고' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByRole('button', { name: '신고하기' }).isDisabled()).toBe(true)
  await dialog.getByLabel('욕설이나 비방이 있어요').check()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '신고하기' }).click()
  await page.getByText('신고를 받았어요. 확인해 볼게요.').waitFor()
  await expect.poll(() => first.getByRole('button', { name: '신고함' }).isDisabled()).toBe(true)
  const { rows } = await site.world.pool.query(
    'select reason from review_reports where member_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ reason: 'abuse' }])
  await endVisit(visit)
})
