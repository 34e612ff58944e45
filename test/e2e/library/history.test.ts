import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tabTo, findViolations } from '#test/app/accessibility.ts'
import { readShifts, watchShifts } from '#test/e2e/layout-shifts.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { episodesOf, visitWithHistory, wide, phone } from './fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

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

test('shows continue watching on home, the next episode after a finished one, and removes a card', async () => {
  const first = await episodesOf(site.world, 2, 1)
  const [other] = await episodesOf(site.world, 1, 2)
  const { page, visit, readHistory } = await visitWithHistory(site, wide, [
    { id: first[0]!.id, days_ago: 0, share: 0.95 },
    { id: other!.id, days_ago: 1, share: 0.5 },
  ])
  await watchShifts(page)
  await page.goto('/')
  const row = page.getByRole('region', { name: '이어보기' })
  await row.getByRole('article').first().waitFor()
  // Its space was reserved, so nothing moved.
  const { sum, moved } = await readShifts(page)
  expect(sum, moved).toBeLessThan(0.02)
  const regions = await page
    .locator('[data-rail]')
    .evaluateAll((all) => all.map((rail) => rail.getAttribute('aria-label')))
  expect(regions[0]).toBe('이어보기')
  await expect.poll(() => row.getByRole('article').count()).toBe(2)
  const next = row.getByRole('article').first()
  await next.getByText('다음 화', { exact: true }).waitFor()
  await next.getByText(first[1]!.title).first().waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.route('**/continue/**', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  visit.allow(/ERR_FAILED/)
  await next.getByRole('button', { name: /이어보기에서 빼기$/ }).click()
  await page.getByText('이어보기에서 빼지 못했어요. 잠시 후 다시 시도해 주세요.').waitFor()
  await expect.poll(() => row.getByRole('article').count()).toBe(2)
  await page.unroute('**/continue/**')
  for (const left of [1, 0]) {
    await row
      .getByRole('button', { name: /이어보기에서 빼기$/ })
      .first()
      .click()
    await expect.poll(() => row.getByRole('article').count()).toBe(left)
  }
  await page
    .getByText(/이어보기에서 뺐어요/)
    .first()
    .waitFor()
  await expect.poll(() => row.count()).toBe(0)
  expect(await readHistory()).toHaveLength(2)
  await page.reload()
  await page.getByRole('button', { name: /메뉴$/ }).waitFor()
  await expect.poll(() => page.getByText('이어보기', { exact: true }).count()).toBe(0)
  await endVisit(visit)
})

test('reserves no space and sends no request on the home page of a visitor', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto('/')
  await page.getByRole('link', { name: '로그인' }).first().waitFor()
  await expect.poll(() => page.getByText('이어보기', { exact: true }).count()).toBe(0)
  expect(requests.filter((url) => /continue|histories|likes/.test(url))).toEqual([])
  await endVisit(visit)
})
