// hard: every state of the member's page (10 s of CPU).
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, openAccount } from '#test/fixtures/members.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Opens a page in the browser of a new, signed-in member. */
async function begin(path: string, at: Parameters<Site['visit']>[0]) {
  const member = await makeMember(site.world)
  const visit = await site.visit(at, member)
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}

test('returns to the member page after signing in', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  await page.goto('/mypage/profile')
  await page.waitForURL(/\/accounts\/login/)
  expect(new URL(page.url()).searchParams.get('next')).toBe('/mypage/profile')
  await page.getByLabel('이메일').fill(member.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await button(page, '로그인').click()
  await page.waitForURL('/mypage/profile')
  await section(page, '이름').getByLabel('이름').waitFor()
  // Neither the sign-in prompt nor the form stays in the history.
  await page.goBack()
  await page.waitForURL('/')
  await endVisit(visit)
})

test('shows an error instead of redirecting when the session cannot be read', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(phone)
  const { page } = visit
  await signIn(visit, member)
  visit.allow(/ERR_FAILED|503/)
  await page.route('**/api/accounts/me/', (route) => route.abort())
  await page.goto('/mypage')
  const alertBox = page.getByRole('main').getByRole('alert')
  await alertBox.getByText('로그인 상태를 확인하지 못했어요').waitFor()
  expect(new URL(page.url()).pathname).toBe('/mypage')
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/accounts/me/')
  await alertBox.getByRole('button', { name: '다시 시도' }).click()
  await page.getByRole('heading', { name: '김한편님' }).waitFor()
  await endVisit(visit)
})

test('shows name, points, links and sign-out on the overview', async () => {
  const { page, visit, member } = await begin('/mypage', phone)
  await page.getByRole('heading', { level: 1, name: '마이' }).waitFor()
  await page.getByRole('heading', { name: '김한편님' }).waitFor()
  await page.getByText(`${member.email.slice(0, 2)}****@example.com`).waitFor()
  await expect.poll(() => page.getByText(member.email).count()).toBe(0)
  await button(page, '이메일 보기').click()
  await page.getByText(member.email).waitFor()
  await button(page, '이메일 가리기').click()
  await page.getByText('유료 포인트').waitFor()
  await page.getByText('이벤트 포인트').waitFor()
  await expect.poll(() => page.getByText('0P', { exact: true }).count()).toBe(3)
  await page.getByText('쓰고 있는 이용권이 없어요').waitFor()
  const main = page.getByRole('main')
  for (const [name, path] of [
    ['시청 내역', '/mypage/videos'],
    ['찜', '/mypage/wishlist'],
    ['소장·대여', '/mypage/purchased'],
    ['포인트', '/mypage/points'],
    ['내 정보', '/mypage/profile'],
    ['고객센터', '/customer-service'],
  ] as const)
    expect(
      await main
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .getAttribute('href'),
    ).toBe(path)
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  const ways = page.getByRole('navigation', { name: '마이 메뉴' })
  await expect
    .poll(() => ways.getByRole('link', { name: '한눈에 보기' }).getAttribute('aria-current'))
    .toBe('page')
  expect(await findViolations(page)).toEqual([])
  await ways.getByRole('link', { name: '찜' }).click()
  await page.waitForURL('/mypage/wishlist')
  await page.getByText('아직 찜한 작품이 없어요').waitFor()
  await page.goBack()
  const refused: string[] = []
  page.on(
    'response',
    (response) => void (response.status() === 401 && refused.push(response.url())),
  )
  await button(page, '로그아웃').click()
  await page.waitForURL('/')
  await page.getByText('로그아웃했어요').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(refused).toEqual([])
  expect((await member.fetch('/api/accounts/me/')).status).toBe(401)
  await endVisit(visit)
})

test('shows what to resume and new answers first, and no links that the navigation has', async () => {
  const { page, visit, member } = await begin('/mypage', wide)
  const main = page.getByRole('main')
  await section(page, '이어보기').getByText('보던 작품이 여기에 모여요.').waitFor()
  await expect.poll(() => section(page, '새 답변').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])

  const [episode = 0] = await makePlayable(site.world, [{}], 1_200)
  await watch(site.world, member, episode, 600)
  const { id } = await createTestInquiry(member, {
    title: '영상이 멈춰요. 새로고침을 하거나 다른 브라우저에서 열어도 같은 곳에서 다시 멈춰요',
  })
  await site.world.pool.query(
    `update inquiries set answer = '고쳤어요.', answered_at = $2 where id = $1`,
    [id, site.world.clock.now()],
  )
  await page.reload()
  await section(page, '이어보기').getByText('10분 남음').waitFor()
  await section(page, '새 답변')
    .getByRole('link', { name: /^영상이 멈춰요/ })
    .waitFor()
  await expect.poll(() => main.getByRole('link', { name: /^내 정보 이름/ }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  for (const width of [360, 768, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await section(page, '새 답변').getByRole('link').click()
  await page.waitForURL('/customer-service/inquirys/list')
  await endVisit(visit)
})

test('shows the selected profile, and fills a wide screen', async () => {
  const member = await openAccount(site.world)
  const { id } = await member.create({ name: '새봄', avatar: 'drawn-05' })
  await member.select(id)
  const screen = { viewport: { width: 1920, height: 1080 } }
  const visit = await site.visit(screen, { cookie: member.browser.cookie() })
  const { page } = visit
  await page.goto('/mypage')
  const card = section(page, '새봄님')
  await card.getByRole('heading', { name: '새봄님' }).waitFor()
  await expect.poll(() => card.locator('use').getAttribute('href')).toMatch(/#drawn-05$/)
  await section(page, '이어보기').waitFor()
  const edges = await Promise.all(
    [card, section(page, '포인트'), page.getByRole('banner')].map((part) => part.boundingBox()),
  )
  const right = edges.map((box) => Math.round((box?.x ?? 0) + (box?.width ?? 0)))
  // The gutter of the page is 60 px.
  expect(right).toEqual([1860, 1860, 1920])
  await endVisit(visit)
})

test('asks to sign in after the session was ended on another device', async () => {
  const { page, visit, member } = await begin('/mypage/profile', wide)
  const name = section(page, '이름').getByLabel('이름')
  await name.waitFor()
  // Otherwise a request of the page's own start may find the session ended first.
  await page.waitForLoadState('networkidle')
  await site.world.transact((tx) =>
    tx.deleteFrom('sessions').where('member_id', '=', member.id).execute(),
  )
  visit.allow(/status of 401/)
  await name.fill('황보 서리')
  await button(page, '저장').click()
  await page.waitForURL(/\/accounts\/login\?next=%2Fmypage%2Fprofile/)
  await endVisit(visit)
})
