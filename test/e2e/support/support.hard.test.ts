// hard: every list and state of support pages (35 s of CPU); test/e2e/routes.test.ts opens each page.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { withOwnerRole, clearSupport, createFaqs, createNotices } from './fixtures.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = {
  viewport: { width: 360, height: 780 },
  reducedMotion: 'reduce' as const,
  hasTouch: true,
}

let site: Site
let payment: number[]
let notices: number[]
beforeAll(async () => {
  site = await openSite()
  const { world } = site
  await clearSupport(world)
  await createFaqs(world, 'account', [
    { title: '비밀번호를 잊었어요', created_at: '2026-01-04T18:00:00Z', is_top: true },
    { title: '아이디를 모르겠어요', is_top: true },
  ])
  payment = await createFaqs(
    world,
    'payment',
    Array.from({ length: 8 }, (_, at) => ({
      title: at === 7 ? '자동 결제를 끄고 싶어요' : `결제 질문 ${at + 1}`,
      context: at === 3 ? '구매한 지 7일 안이면\n\n전액 환불해 드려요.' : `결제 답 ${at + 1}`,
    })),
  )
  await createFaqs(
    world,
    'etc',
    Array.from({ length: 1_000 }, (_, at) => ({ title: `기타 질문 ${at + 1}` })),
  )
  await createFaqs(world, 'service', [
    { title: '긴 답', context: '한 줄\n'.repeat(80) },
    { title: '그다음 물음' },
  ])
  notices = await createNotices(world, [
    ...Array.from({ length: 12 }, (_, at) => ({ title: `새 소식 ${at + 1}` })),
    { title: '아주 중요한 안내', is_pinned: true, context: '점검해요.\n\n새벽 두 시예요.' },
  ])
}, 180_000)
afterAll(() => site?.close())

const link = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name, exact: typeof name === 'string' })
/** Reads the titles of the open FAQs. */
const openOnes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('details[open] h3')].map(({ textContent }) => textContent),
  )
const titles = (page: Page) => page.locator('main details h3').allTextContents()
const path = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

test('shows the first of seven categories by default, each with its own FAQs', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/customer-service/faqs')
  expect(path(page)).toBe('/customer-service/faqs/account')
  const categories = page.getByRole('navigation', { name: '질문 주제' }).getByRole('link')
  expect(await categories.allTextContents()).toEqual([
    '로그인/회원',
    '결제/환불',
    '서비스 이용',
    '작품',
    '문의·제안',
    '제휴·채용·취재',
    '기타',
  ])
  await expect.poll(() => categories.first().getAttribute('aria-current')).toBe('true')
  const first = page.locator('details').first()
  // It is past midnight in Seoul.
  expect(await first.locator('summary').textContent()).toBe(
    '로그인/회원2026.01.05비밀번호를 잊었어요',
  )
  await link(page, '결제/환불').click()
  await expect.poll(() => path(page)).toBe('/customer-service/faqs/payment')
  await page.getByText('결제 질문 1', { exact: true }).waitFor()
  expect(await titles(page)).toHaveLength(6)
  await link(page, '작품').click()
  await page.getByRole('heading', { name: '아직 등록된 질문이 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('opens one answer at a time, by mouse and by keyboard', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/customer-service/faqs/payment')
  await page.getByText('결제 질문 1', { exact: true }).click()
  await page.getByText('결제 답 1', { exact: true }).waitFor()
  await page.getByText('결제 질문 2', { exact: true }).click()
  await page.getByText('결제 답 2', { exact: true }).waitFor()
  expect(await openOnes(page)).toEqual(['결제 질문 2'])
  expect(await findViolations(page)).toEqual([])
  await page.getByText('결제 질문 2', { exact: true }).click()
  await expect.poll(() => openOnes(page)).toEqual([])

  await tabTo(page, /결제 질문 3/)
  await page.keyboard.press('Enter')
  await expect.poll(() => openOnes(page)).toEqual(['결제 질문 3'])
  await tabTo(page, /결제 질문 4/)
  await page.keyboard.press('Space')
  await expect.poll(() => openOnes(page)).toEqual(['결제 질문 4'])
  await page.keyboard.press('Space')
  await expect.poll(() => openOnes(page)).toEqual([])
  await endVisit(visit)
})

test('keeps the opened FAQ in view when a long answer above it closes', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/customer-service/faqs/service')
  await page.getByText('긴 답', { exact: true }).click()
  const next = page.locator('summary').filter({ hasText: '그다음 물음' })
  await next.click()
  await expect.poll(() => openOnes(page)).toEqual(['그다음 물음'])
  await expect
    .poll(() => next.evaluate((node) => node.getBoundingClientRect().top))
    .toBeGreaterThan(0)
  await endVisit(visit)
})

test('pages through a thousand FAQs and back', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const numbers = page.getByRole('navigation', { name: '질문 쪽 이동' })
  const block = () => numbers.locator('a > span[aria-hidden]').allTextContents()
  await page.goto('/customer-service/faqs/etc')
  expect(await block()).toEqual(['1', '2', '3', '4', '5'])
  await link(page, '다음 쪽').click()
  await expect.poll(() => path(page)).toBe('/customer-service/faqs/etc?page=2')
  await page.getByText('기타 질문 7', { exact: true }).waitFor()
  await link(page, '마지막 쪽').click()
  await expect.poll(() => path(page)).toBe('/customer-service/faqs/etc?page=167')
  await page.getByText('기타 질문 1000', { exact: true }).waitFor()
  expect(await titles(page)).toHaveLength(4)
  expect(await block()).toEqual(['166', '167'])
  await expect.poll(() => link(page, '다음 쪽').count()).toBe(0)
  await link(page, '이전 쪽').click()
  await page.getByText('기타 질문 991', { exact: true }).waitFor()
  await page.goBack()
  await page.getByText('기타 질문 1000', { exact: true }).waitFor()
  await link(page, '처음 쪽').click()
  await page.getByText('기타 질문 1', { exact: true }).waitFor()
  // A page number out of range shows the last or first page.
  await page.goto('/customer-service/faqs/etc?page=9999')
  await page.getByText('기타 질문 1000', { exact: true }).waitFor()
  await page.goto('/customer-service/faqs/etc?page=-3')
  await page.getByText('기타 질문 1', { exact: true }).waitFor()
  await endVisit(visit)
})

test('searches all categories and highlights matches', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/customer-service')
  await page.getByRole('searchbox').fill('환불')
  await page.keyboard.press('Enter')
  await page.getByText('모든 주제에서 질문 1개를 찾았어요').waitFor()
  // A match in the answer only is shown before it is opened.
  const found = page.locator('summary').filter({ hasText: '결제 질문 4' })
  expect(await found.locator('mark').allTextContents()).toEqual(['환불'])
  await found.click()
  await expect.poll(() => page.locator('details[open] p mark').allTextContents()).toEqual(['환불'])
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('searchbox').fill('자동결제')
  await page.getByRole('button', { name: '검색', exact: true }).click()
  await page.locator('h3 mark', { hasText: '자동 결제' }).waitFor()
  expect(path(page)).toBe(`/customer-service/faqs/account?q=${encodeURIComponent('자동결제')}`)
  await page.getByRole('searchbox').fill('질문')
  await page.keyboard.press('Enter')
  await page.getByText('모든 주제에서 질문 1,007개를 찾았어요').waitFor()
  expect((await readFocus(page)).name).toBe('자주 묻는 질문 검색')
  await link(page, '마지막 쪽').click()
  await page.getByText('기타 질문 1000', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill('없는말이에요')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '‘없는말이에요’에 대한 질문을 찾지 못했어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await link(page, '검색 지우기').click()
  await page.getByText('비밀번호를 잊었어요', { exact: true }).waitFor()
  await endVisit(visit)
})

test('opens the FAQ of a link on its present page', async () => {
  const visit = await site.visit({ ...phone, permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  await page.goto(`/customer-service/faqs/payment?id=${payment[7]}`)
  await page.getByText('결제 답 8', { exact: true }).waitFor()
  expect(await openOnes(page)).toEqual(['자동 결제를 끄고 싶어요'])
  await expect.poll(async () => (await readFocus(page)).name).toContain('자동 결제를 끄고 싶어요')
  expect((await readFocus(page)).seen).toBe(true)
  expect(await titles(page)).toHaveLength(2)
  await page.getByRole('button', { name: '링크 복사' }).click()
  await page.getByText('질문 링크를 복사했어요').waitFor()
  // Pages may not read the clipboard; the member can paste it.
  const field = page.getByRole('main').getByRole('searchbox')
  await field.focus()
  await page.keyboard.press('Control+V')
  await expect
    .poll(() => field.inputValue())
    .toBe(`${visit.origin}/customer-service/faqs/payment?id=${payment[7]}`)
  // Moved to another category.
  await page.goto(`/customer-service/faqs/etc?id=${payment[0]}`)
  await expect.poll(() => path(page)).toBe(`/customer-service/faqs/payment?id=${payment[0]}`)
  await page.getByText('결제 답 1', { exact: true }).waitFor()
  // Deleted.
  await page.goto('/customer-service/faqs/payment?id=99999999')
  await page.getByText('찾으시는 질문이 없어요. 바뀌었거나 지워졌을 수 있어요.').waitFor()
  expect(await titles(page)).toHaveLength(6)
  await endVisit(visit)
})

test('opens one FAQ at a time without JavaScript', async () => {
  const visit = await site.visit({ ...wide, javaScriptEnabled: false })
  const { page } = visit
  await page.goto('/customer-service/faqs/payment')
  const answer = (number: number) => page.getByText(`결제 답 ${number}`, { exact: true })
  await page.getByText('결제 질문 1', { exact: true }).click()
  await expect.poll(() => answer(1).isVisible()).toBe(true)
  await page.getByText('결제 질문 2', { exact: true }).click()
  expect([await answer(1).isVisible(), await answer(2).isVisible()]).toEqual([false, true])
  await link(page, '2쪽').click()
  await page.getByText('자동 결제를 끄고 싶어요').waitFor()
  await endVisit(visit)
})

test('lists notices in pages, pinned ones first, each with its own address', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/customer-service/notices')
  const lines = page.locator('main li a[href*="notices?id="]')
  expect(await lines.first().textContent()).toBe('중요아주 중요한 안내2026.11.07')
  await expect.poll(() => lines.count()).toBe(10)
  expect(await findViolations(page)).toEqual([])
  await lines.first().click()
  await page.getByRole('heading', { level: 1, name: '아주 중요한 안내' }).waitFor()
  expect(path(page)).toBe(`/customer-service/notices?id=${notices[12]}`)
  await expect.poll(() => page.getByText('새벽 두 시예요.').isVisible()).toBe(true)
  expect(await page.title()).toBe('아주 중요한 안내 | 한편')
  // The page change is announced to screen readers.
  await page.getByRole('status').filter({ hasText: '아주 중요한 안내 | 한편' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await link(page, /^다음 공지/).click()
  await page.getByRole('heading', { level: 1, name: '새 소식 12' }).waitFor()
  await link(page, '목록으로').click()
  await link(page, '2쪽').click()
  await page.getByText('새 소식 10', { exact: true }).waitFor()
  expect(path(page)).toBe('/customer-service/notices?page=2')
  await endVisit(visit)
})

test('shows popular FAQs, recent notices and contact links on the customer service page', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/customer-service')
  expect(await titles(page)).toEqual(['비밀번호를 잊었어요', '아이디를 모르겠어요'])
  await page.getByText('아이디를 모르겠어요', { exact: true }).click()
  await page.getByText('아이디를 모르겠어요의 답이에요.').waitFor()
  await expect.poll(() => page.locator('main a[href*="notices?id="]').count()).toBe(4)
  await expect
    .poll(() => link(page, '02-0000-0112').first().getAttribute('href'))
    .toBe('tel:02-0000-0112')
  await expect
    .poll(() => link(page, '재생 점검하기').getAttribute('href'))
    .toBe('/customer-service/playback-check')
  expect(await findViolations(page)).toEqual([])
  await link(page, '질문 모두 보기').click()
  await expect.poll(() => path(page)).toBe('/customer-service/faqs/account')
  await page.goBack()
  // An inquiry requires signing in, and returns here.
  await page.getByRole('main').getByRole('link', { name: '1:1 문의하기' }).click()
  await expect
    .poll(() => path(page))
    .toBe('/accounts/login?next=%2Fcustomer-service%2Finquirys%2Fnew')
  await endVisit(visit)
})

test('checks playback for a visitor without opening the socket of members', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.goto('/customer-service/playback-check')
  await page.getByRole('button', { name: '점검 시작' }).click()
  await page.getByText('로그인하면 시청 기록이 저장돼요').waitFor()
  await page.getByRole('button', { name: '결과 복사하기' }).waitFor()
  expect(sockets).toEqual([])
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('reports failed loading in place, and retries', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  visit.allow(/503/)
  await page.goto('/customer-service/faqs/payment')
  await page.route('**/*.data*', (route) => route.fulfill({ status: 503, body: '' }))
  await link(page, '2쪽').click()
  await page.getByText('내용을 불러오지 못했어요.').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/*.data*')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByText('자동 결제를 끄고 싶어요').waitFor()
  await endVisit(visit)
})

test('renders a page with unavailable parts and does not cache it', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await withOwnerRole(site.world, 'alter table faqs rename to faqs_elsewhere')
  try {
    const answer = await page.goto('/customer-service/faqs/team?page=2')
    expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, 'no-store'])
    await page.getByText('내용을 불러오지 못했어요.').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  } finally {
    await withOwnerRole(site.world, 'alter table faqs_elsewhere rename to faqs')
  }
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByRole('heading', { name: '아직 등록된 질문이 없어요' }).waitFor()
  await endVisit(visit)
})

test.each([320, 360, 768, 1440])(
  'has no horizontal overflow on support pages at %i px',
  async (width) => {
    const visit = await site.visit({ viewport: { width, height: 800 } })
    const { page } = visit
    for (const address of [
      '/customer-service',
      '/customer-service/faqs/etc?page=166',
      `/customer-service/faqs/payment?id=${payment[3]}`,
      '/customer-service/notices',
      `/customer-service/notices?id=${notices[3]}`,
      '/terms/privacy',
    ]) {
      await page.goto(address)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([address, over]).toEqual([address, 0])
    }
    await endVisit(visit)
  },
)

test('shows contents, versions and the business details of the terms', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/terms/privacy')
  await page.getByRole('navigation', { name: '차례' }).getByRole('link').nth(1).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#retention')
  await page.getByRole('heading', { name: '버전' }).waitFor()
  await link(page, '2026년 11월 1일').waitFor()
  const footer = page.getByRole('contentinfo')
  for (const what of ['상호', '대표', '사업자등록번호', '통신판매업신고', '주소', '호스팅'])
    await footer.getByText(what, { exact: true }).waitFor()
  // Print shows the text only.
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => footer.isVisible()).toBe(false)
  await expect.poll(() => page.getByRole('button', { name: '인쇄' }).isVisible()).toBe(false)
  await expect
    .poll(() => page.getByRole('heading', { name: /^2\. 보관하는 기간/ }).isVisible())
    .toBe(true)
  await endVisit(visit)
})
