// hard: empty, failing, long, paused and unsent histories (30 s); history.test.ts continues.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo, findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { episodesOf, createHistory, visitWithHistory, wide, phone } from './fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

test('suggests what to watch for an empty history', async () => {
  const { page, visit } = await visitWithHistory(site, phone, [])
  await page.goto('/mypage/videos')
  await page.getByRole('heading', { name: '아직 본 작품이 없어요' }).waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: '볼 작품 찾기' }).getAttribute('href'))
    .toBe('/categories')
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('keeps entries when deletion fails, and offers a retry when loading fails', async () => {
  const [episode] = await episodesOf(site.world, 1)
  const { page, visit, readHistory } = await visitWithHistory(site, phone, [
    { id: episode!.id, days_ago: 0, share: 0.5 },
  ])
  visit.allow(/ERR_FAILED/)
  await page.route('**/api/contents/histories/me/**', (route) => route.abort())
  await page.goto('/mypage/videos')
  await button(page, '다시 시도').waitFor()
  await page.unroute('**/api/contents/histories/me/**')
  await button(page, '다시 시도').click()
  await button(page, '선택').click()
  await page.getByRole('checkbox').check()
  await page.route('**/api/contents/histories/me/**', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await button(page, '삭제').click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await page.getByText('지우지 못했어요. 잠시 후 다시 시도해 주세요.').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  expect(await readHistory()).toHaveLength(1)
  await endVisit(visit)
})

test('loads a long history while scrolling', async () => {
  const watched = (await episodesOf(site.world, 100)).map(({ id }, at) => ({
    id,
    days_ago: Math.floor(at / 4),
    share: 0.5,
  }))
  const { page, visit } = await visitWithHistory(site, phone, watched)
  await page.goto('/mypage/videos')
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(30)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000)
      return page.getByRole('article').count()
    })
    .toBe(watched.length)
  await expect.poll(() => button(page, '더 보기').count()).toBe(0)
  await endVisit(visit)
})

test('continues on the page of a work without layout shift', async () => {
  const [first, second, third] = await episodesOf(site.world, 3, 1)
  const { page, visit, member } = await visitWithHistory(site, wide, [
    { id: first!.id, days_ago: 2, share: 0.95 },
    { id: third!.id, days_ago: 1, share: 0.5 },
  ])
  await page.goto('/series/1')
  const goOn = page.getByRole('link', { name: /^이어보기 · 시즌 1 · 3화/ })
  await goOn.waitFor()
  await expect.poll(() => goOn.getAttribute('href')).toBe(`/video/${third!.id}`)
  await expect.poll(() => goOn.innerText()).toMatch(/\d+[분초] 남음/)
  await expect.poll(() => page.getByRole('link', { name: '1화부터 재생' }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  const memberBox = await goOn.boundingBox()

  // After an earlier episode it continues there; after all episodes the page is as for a visitor.
  await createHistory(site.world, member.profile_id, [{ id: second!.id, days_ago: 0, share: 0.2 }])
  await page.reload()
  await page.getByRole('link', { name: /^이어보기 · 시즌 1 · 2화/ }).waitFor()
  await endVisit(visit)

  const visitor = await site.visit(wide)
  await visitor.page.goto('/series/1')
  const everybodys = visitor.page.getByRole('link', { name: '1화부터 재생' })
  expect(await everybodys.boundingBox()).toEqual(memberBox)
  await endVisit(visitor)
})

test('shows unsent progress of this device in the history', async () => {
  const [episode] = await episodesOf(site.world, 1, 1)
  await site.world.pool.query(`update episodes set video_state = 'ready' where id = $1`, [
    episode!.id,
  ])
  const { page, visit, member } = await visitWithHistory(site, phone, [])
  const { profile_id } = member
  await page.goto('/terms/service')
  await page.evaluate(
    ([profile_id, episode_id]) =>
      localStorage.setItem(
        `hanpyeon.progress-outbox.${profile_id}`,
        JSON.stringify([{ episode_id, progress: 12, kept_at: Date.now() }]),
      ),
    [profile_id, episode!.id],
  )
  await page.goto('/mypage/videos')
  await page.getByRole('region', { name: '오늘' }).getByRole('article').waitFor()
  const key = `hanpyeon.progress-outbox.${profile_id}`
  expect(await page.evaluate((key) => localStorage.getItem(key), key)).toBeNull()
  await endVisit(visit)
})

test('keeps no history while it is paused, says so in 마이, and clears all of it', async () => {
  const ids = (await episodesOf(site.world, 2)).map(({ id }) => id)
  const { page, visit, readHistory } = await visitWithHistory(
    site,
    phone,
    ids.map((id) => ({ id, days_ago: 0, share: 0.5 })),
  )
  await page.goto('/mypage/videos')
  const pause = button(page, '기록 잠시 멈추기')
  await pause.focus()
  await page.keyboard.press('Space')
  await page.getByText('기록을 멈췄어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.goto('/mypage')
  await page.getByText('기록을 멈춰 두어, 지금 보는 작품은 남지 않아요.').waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.goto('/mypage/videos')
  await page.getByText('기록을 멈춰 두었어요.', { exact: false }).waitFor()
  await button(page, '기록 모두 지우기').click()
  const question = page.getByRole('dialog')
  await question.getByText('시청 내역을 모두 지울까요?').waitFor()
  expect(await readHistory()).toHaveLength(2)
  await question.getByRole('button', { name: '모두 지우기' }).click()
  await page.getByRole('heading', { name: '아직 본 작품이 없어요' }).waitFor()
  expect(await readHistory()).toEqual([])
  await button(page, '다시 기록하기').click()
  await pause.waitFor()
  await endVisit(visit)
})

test('groups the history by day, and deletes selected entries by keyboard after confirmation', async () => {
  const [first, second, third] = (await episodesOf(site.world, 3)).map(({ id }) => id) as [
    number,
    number,
    number,
  ]
  const { page, visit, readHistory } = await visitWithHistory(site, wide, [
    { id: first, days_ago: 0, share: 0.5 },
    { id: second, days_ago: 1, share: 0.95 },
    { id: third, days_ago: 40, share: 0.2 },
  ])
  await page.goto('/mypage/videos')
  const today = page.getByRole('region', { name: '오늘' })
  await today.getByText(/^\d+[분초] 남음$/).waitFor()
  await expect
    .poll(() => today.getByRole('link').getAttribute('href'))
    .toMatch(/^\/(video|series)\//)
  await page.getByRole('region', { name: '어제' }).getByText('시청 완료').waitFor()
  await expect.poll(() => page.getByRole('article').count()).toBe(3)
  expect(await findViolations(page)).toEqual([])

  await button(page, '최근 30일').click()
  await expect.poll(() => page.getByRole('article').count()).toBe(2)
  await button(page, '선택').focus()
  await page.keyboard.press('Enter')
  await tabTo(page, /선택$/)
  await page.keyboard.press('Space')
  await page.getByText('1개 선택했어요').waitFor()
  await button(page, '모두 선택').click()
  await page.getByText('2개 선택했어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '삭제').click()
  const question = page.getByRole('dialog')
  await question.getByText('시청 내역 2개를 지울까요?').waitFor()
  await question.getByRole('button', { name: '취소' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await readHistory()).toHaveLength(3)
  await button(page, '삭제').click()
  await question.getByRole('button', { name: '삭제' }).click()
  await page.getByText('시청 내역 2개를 지웠어요').waitFor()
  expect(await readHistory()).toEqual([third])
  await page.getByRole('heading', { name: '최근 30일 동안 본 작품이 없어요' }).waitFor()
  await button(page, '전체 보기').click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await endVisit(visit)
})
