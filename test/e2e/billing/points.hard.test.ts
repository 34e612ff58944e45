// hard: points through buying, spending and lapsing (26 s of CPU); the rules have integration tests.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger, buyByCard, orderTopUp, topUp } from '#test/fixtures/payments.ts'
import { holdRequests } from '#test/e2e/delay-requests.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { visitNow } from './advance-clock.ts'
import { actInPast, fundMember, putOnSale, spendPoints } from './funded-member.ts'

// Points, top-ups through the gateway’s window, and receipts.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
let sold: number[]
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  sold = await putOnSale(site.world, 5)
})
afterAll(() => site?.close())

const film = () => sold[0] ?? 0
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Waits for a toast; the redirecting page shows the same text for a moment. */
const toastWith = (page: Page, words: string) =>
  page.getByRole('region', { name: '알림' }).getByText(words).waitFor()

const countPaid = () =>
  site.world.gateway.payments().filter(({ status }) => status === 'DONE').length

async function visitAs(member: TestMember, at: object = wide) {
  const visit = await site.visit(at, member)
  return { visit, page: visit.page }
}

test.for(['localhost', '127.0.0.1', '[::1]'])(
  'returns from the payment window to http://%s, signed in',
  async (name) => {
    const member = await makeMember(site.world)
    const origin = `http://${name}:${new URL(site.world.origin).port}`
    const { visit, page } = await visitAs(member, { ...wide, baseURL: origin })
    await page.goto('/mypage/points')
    await button(page, /^10,000P 충전,/).click()
    const sheet = page.getByRole('dialog', { name: '10,000P 충전' })
    await sheet.getByRole('checkbox', { name: '모두 동의해요' }).check()
    await button(page, '10,000원 결제하기').click()
    await page.getByRole('heading', { name: '결제하기' }).waitFor()
    await button(page, '10,000원 결제하기').click()
    await page.waitForURL(`${origin}/mypage/points`)
    await page.getByText('유료 잔액 10,000P').waitFor()
    await endVisit(visit)
  },
)

test('tops up by keyboard with both consents through the payment window', async () => {
  const paidBefore = countPaid()
  const member = await makeMember(site.world)
  const { visit, page } = await visitAs(member)
  await page.goto('/mypage/points')
  await page.getByRole('heading', { name: '아직 모으거나 쓴 포인트가 없어요' }).waitFor()
  const packages = page.getByRole('button', { name: /^[\d,]+P 충전,/ })
  await expect.poll(() => packages.count()).toBe(7)
  for (const width of [360, 740, 1024, 1920, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const sizes = await packages.evaluateAll((all) =>
      all.map((element) => [Math.round(element.clientWidth), element.clientHeight].join(' x ')),
    )
    expect([width, ...new Set(sizes)]).toHaveLength(2)
  }
  expect(await findViolations(page)).toEqual([])
  await tabTo(page, /^10,000P 충전, 10,000원, 이벤트 포인트 \+300P$/)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '10,000P 충전' })
  await sheet.getByText('유료 10,000P').waitFor()
  await sheet.getByText('이벤트 300P').waitFor()
  await sheet.getByText('10,300P').waitFor()
  await sheet.getByText('한 번만 결제돼요. 부가가치세가 들어 있어요.').waitFor()
  const boxes = sheet.locator('input[type=checkbox][required]')
  await expect.poll(() => boxes.count()).toBe(2)
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false)
  await button(page, '10,000원 결제하기').press('Enter')
  await sheet.getByText('두 가지 모두 동의해야 결제할 수 있어요.').waitFor()
  // The focus moves to the first missing consent.
  await page.keyboard.press('Space')
  await expect.poll(() => boxes.first().isChecked()).toBe(true)
  await boxes.last().check()
  expect(await findViolations(page)).toEqual([])
  await button(page, '10,000원 결제하기').dblclick()
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  await button(page, '10,000원 결제하기').click()
  await page.waitForURL('**/mypage/points')
  await toastWith(page, '10,000P를 충전했어요')
  await page.getByText('이벤트 잔액 300P').waitFor()
  await page.getByText('유료 잔액 10,000P').waitFor()
  expect(await readMemberLedger(site.world, member)).toMatchObject({
    paid_point: 10_000,
    event_point: 300,
  })
  expect(countPaid()).toBe(paidBefore + 1)
  await endVisit(visit)
})

test('restores the sheet after a cancelled window, and pays the same order', async () => {
  const member = await makeMember(site.world)
  const { visit, page } = await visitAs(member, phone)
  await page.goto('/mypage/points')
  const open = async () => {
    await button(page, /^1,000P 충전,/).click()
    await page.getByRole('dialog').getByRole('checkbox', { name: '모두 동의해요' }).check()
    await button(page, '1,000원 결제하기').click()
    await page.getByRole('heading', { name: '결제하기' }).waitFor()
  }
  await open()
  await page.goBack()
  await page.getByRole('heading', { name: '포인트', level: 1 }).waitFor()
  const dialog = page.getByRole('dialog')
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: '닫기' }).click()
  await open()
  await button(page, '1,000원 결제하기').click()
  await page.waitForURL('**/mypage/points')
  await toastWith(page, '1,000P를 충전했어요')
  expect(await readMemberLedger(site.world, member)).toMatchObject({
    paid_point: 1_000,
    won: 1_000,
  })
  await endVisit(visit)
})

test('opens no payment window when the sheet is closed before the response', async () => {
  const { visit, page } = await visitAs(await makeMember(site.world), phone)
  const windows: string[] = []
  page.on('request', (sent) => sent.url().includes('/window/') && windows.push(sent.url()))
  await page.goto('/mypage/points')
  await page.getByText('아직 모으거나 쓴 포인트가 없어요').waitFor()
  const letGo = await holdRequests(page, /points\/transactions\/me\/$/)
  await button(page, /^10,000P 충전,/).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('checkbox', { name: '모두 동의해요' }).check()
  await button(page, '10,000원 결제하기').click()
  await button(page, '결제창을 열고 있어요').waitFor()
  await button(page, '닫기').click()
  await sheet.waitFor({ state: 'detached' })
  const { origin } = site.world.gateway
  const script = page.waitForEvent('requestfinished', (sent) => sent.url().startsWith(origin))
  letGo()
  await script
  await button(page, /^3,000P 충전,/).click()
  await button(page, '3,000원 결제하기').waitFor()
  await button(page, '닫기').click()
  await sheet.waitFor({ state: 'detached' })
  expect(windows).toEqual([])
  await endVisit(visit)
})

test('starts no second payment while one is pending', async () => {
  const member = await makeMember(site.world)
  const { payment_window: window } = await orderTopUp(member, 1_000)
  await site.world.pool.query(
    `update orders set status = 'confirming', processing_started_at = $2, payment_key = 'key' where order_id = $1`,
    [window?.order_id, site.world.clock.now()],
  )
  const { visit, page } = await visitAs(member)
  await page.goto('/mypage/points')
  await button(page, /^1,000P 충전,/).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: '모두 동의해요' }).check()
  visit.allow(/status of 409/)
  await button(page, '1,000원 결제하기').click()
  await page.getByText(/먼저 시작한 결제를 확인하고 있어요/).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('shows points that expire within 30 days in the list and on the overview', async () => {
  const member = await makeMember(site.world)
  await actInPast(site.world, 345, () => topUp(site.world, member, 30_000))
  const { visit, page } = await visitAs(member, phone)
  await page.goto('/mypage')
  await page.getByText(/^1,200P가 \d+월 \d+일까지만 쓸 수 있어요$/).waitFor()
  await page.getByRole('link', { name: '충전하기' }).click()
  await page.getByText('30일 안에 사라지는 포인트').waitFor()
  await page.getByText('이벤트 1,200P').waitFor()
  await page.getByRole('link', { name: '남은 포인트와 기한' }).click()
  await page.getByText('1,200P 중 1,200P 남음').waitFor()
  await page
    .getByText(/받음 · \d+년 \d+월 \d+일까지/)
    .first()
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('refunds the rest of a top-up at any time, less its bonus, as announced', async () => {
  const member = await makeMember(site.world)
  await actInPast(site.world, 60, () => topUp(site.world, member, 10_000))
  await spendPoints(member, film(), 1_500)
  const { visit, page } = await visitAs(member)
  await page.goto('/mypage/points?kind=lots')
  await page.getByText('10,000P 중 8,800P 남음').waitFor()
  await button(page, '포인트 10,000P 충전 환불').click()
  const question = page.getByRole('dialog', { name: '환불할까요?' })
  // The bonus of 300P was spent first: it is deducted at 1P per won.
  const sums = question.getByRole('term').filter({ visible: true })
  const of = (name: string) =>
    sums.filter({ hasText: name }).locator('xpath=following-sibling::dd').innerText()
  await question.getByText('8,500원', { exact: true }).waitFor()
  expect(await of('결제한 카드로 환불')).toBe('8,500원')
  expect(await of('이미 쓴 이벤트 포인트')).toBe('−300원')
  expect(await of('환불하는 유료 포인트')).toBe('8,800P')
  await question
    .getByText('이미 쓴 이벤트 포인트는 1P를 1원으로 빼고 돌려드려요.', { exact: false })
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await question.getByRole('button', { name: '8,500원 환불받기' }).click()
  await page.getByText('8,500원을 결제한 카드로 환불했어요').waitFor()
  await page.getByText('남은 포인트가 없어요').last().waitFor()
  await expect.poll(() => button(page, /환불$/).count()).toBe(0)
  expect(await readMemberLedger(site.world, member)).toMatchObject({ paid_point: 0, won: 1_500 })
  await page.goto('/mypage/payments')
  await page.getByText('부분 환불').waitFor()
  await endVisit(visit)
})

test('loads a long ledger while scrolling, each line once', async () => {
  const member = await makeMember(site.world)
  for (let at = 0; at < 24; at++) await topUp(site.world, member, 1_000)
  const { visit, page } = await visitAs(member, phone)
  for (const path of ['/mypage/points', '/mypage/payments']) {
    await page.goto(path)
    const lines = page.getByText('포인트 1,000P 충전')
    await lines.first().waitFor()
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4_000)
        return lines.count()
      })
      .toBe(24)
    await expect.poll(() => button(page, '더 보기').count()).toBe(0)
  }
  await endVisit(visit)
})

test('shows and prints a receipt; another member’s is not found', async () => {
  const member = await makeMember(site.world)
  const { order_id } = await buyByCard(site.world, member, film())
  const { visit, page } = await visitAs(member)
  await page.goto('/mypage/payments')
  await page.getByRole('article').getByRole('link').click()
  await page.waitForURL(`**/mypage/payments/${order_id}`)
  for (const [name, value] of [
    ['결제 수단', /^카드 [\d*-]+$/],
    ['공급가액', '1,364원'],
    ['부가가치세', '136원'],
    ['합계', '1,500원'],
    ['주문번호', order_id],
    ['사업자등록번호', '000-86-01129'],
  ] as const)
    await page
      .getByRole('main')
      .getByRole('term')
      .filter({ hasText: name })
      .locator('xpath=following-sibling::dd')
      .getByText(value)
      .waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => button(page, '인쇄하기').isVisible()).toBe(false)
  await expect
    .poll(() => page.getByRole('navigation', { name: '마이 메뉴' }).isVisible())
    .toBe(false)
  await expect.poll(() => page.getByText('1,500원').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() =>
    Object.assign(globalThis, { print: () => (document.title = 'printed') }),
  )
  await button(page, '인쇄하기').click()
  expect(await page.title()).toBe('printed')
  await endVisit(visit)

  const other = await visitAs(await makeMember(site.world), phone)
  other.visit.allow(/status of 404/)
  await other.page.goto(`/mypage/payments/${order_id}`)
  await other.page.getByText('결제를 찾지 못했어요').waitFor()
  expect(await findViolations(other.page)).toEqual([])
  await endVisit(other.visit)
})

test('shows ending rentals on the overview, and lists that fit every width', async () => {
  const member = await makeMember(site.world)
  await fundMember(site.world, member, sold)
  for (const width of [360, 768, 1440]) {
    // By the server's calendar: the world's clock stands still however long a test takes.
    const visit = await visitNow(site, member, { viewport: { width, height: 800 } })
    const { page } = visit
    await page.goto('/mypage')
    const panel = page.getByRole('region', { name: '곧 끝나는 대여' })
    await panel.getByText('24시간 남음').waitFor()
    await expect.poll(() => panel.getByRole('article').count()).toBe(1)
    const others = page.getByRole('region', { name: '대여 중' })
    await others.getByText(/까지 시작$/).waitFor()
    await expect.poll(() => others.getByRole('article').count()).toBe(1)
    for (const path of [
      '/mypage/purchased',
      '/mypage/purchased?kind=rental',
      '/mypage/points?kind=lots',
      '/mypage/payments',
    ]) {
      await page.goto(path)
      await page.getByRole('main').getByRole('listitem').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const small = await page
        .getByRole('main')
        .locator('button, a')
        .evaluateAll((all) =>
          all
            .filter(
              (control) =>
                !control.matches('.stretched-link') && control.getClientRects().length > 0,
            )
            .filter((control) => control.getBoundingClientRect().height < 44)
            .map((control) => control.textContent),
        )
      expect(small).toEqual([])
    }
    await endVisit(visit)
  }
})
