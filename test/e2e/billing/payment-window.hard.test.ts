// hard: the simulated gateway's windows, which the product does not contain (9 s of CPU).
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCard } from '../../../simulators/payment-gateway/test-cards.ts'
import { readFocus, findViolations } from '#test/app/accessibility.ts'
import { openTestGateway, type TestGateway } from '#test/services/payment-gateway.ts'
import { openSharedBrowser } from '#test/e2e/browser.ts'

// The simulated gateway’s windows: by mouse, by keyboard, on a phone, and without JavaScript.

const clock = { now: () => new Date('2026-05-10T03:00:00.000Z') }
const title = '어느 날 갑자기 옆집으로 이사 온 전직 국가대표 선수와 우리 동네 이야기 시즌 2 제128화'

let gateway: TestGateway
let browser: Browser
beforeAll(async () => {
  gateway = await openTestGateway(clock)
  browser = await openSharedBrowser()
})
afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await gateway.close()
})

let orders = 0
/** Opens a window whose return addresses are empty pages of the gateway. */
async function open(
  kind: 'pay' | 'card',
  options: { width?: number; script?: boolean } = {},
): Promise<{ page: Page; order_id: string; complaints: string[] }> {
  const { width = 1_440, script = true } = options
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 740 : 900 },
    locale: 'ko-KR',
    javaScriptEnabled: script,
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const order_id = `window-test-${++orders}`
  const back = `${gateway.origin}/payments`
  const query = { orderId: order_id, amount: '9900', orderName: title, customerName: '김한편' }
  const shop = {
    customerKey: 'member-1',
    successUrl: `${back}?led=there`,
    failUrl: `${back}?led=away`,
  }
  await page.goto(
    `${gateway.origin}/window/${kind}?${new URLSearchParams({ ...query, ...shop }).toString()}`,
  )
  return { page, order_id, complaints }
}

const number = (page: Page) => page.getByRole('textbox', { name: '카드 번호' })
const expiry = (page: Page) => page.getByRole('textbox', { name: '유효기간' })
const ledTo = async (page: Page) => {
  await page.waitForURL(/led=/)
  return Object.fromEntries(new URL(page.url()).searchParams)
}

test('pays with the prefilled card by one press', async () => {
  const { page, order_id, complaints } = await open('pay')
  await page.getByRole('heading', { name: '결제하기' }).waitFor()
  expect(
    await page.getByText('연습용 결제창이에요. 실제로 빠져나가는 돈은 없어요.').isVisible(),
  ).toBe(true)
  await expect.poll(() => page.getByText(title).isVisible()).toBe(true)
  await page.getByRole('button', { name: '9,900원 결제하기' }).click()
  expect(await ledTo(page)).toMatchObject({ led: 'there', orderId: order_id, amount: '9900' })
  expect(gateway.payments(order_id)).toMatchObject([{ status: 'IN_PROGRESS', totalAmount: 9_900 }])
  expect(complaints).toEqual([])
})

test('returns to the failure page with its code on cancel', async () => {
  const { page, order_id } = await open('pay')
  await page.getByRole('button', { name: '결제 그만두기' }).click()
  expect(await ledTo(page)).toMatchObject({ led: 'away', code: 'PAY_PROCESS_CANCELED' })
  expect(gateway.payments(order_id)).toEqual([])
})

test('selects a card and pays by keyboard', async () => {
  const { page, order_id } = await open('pay')
  await page.keyboard.press('Tab')
  // Arrow keys move through the visible cards; a group opens by its name.
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => number(page).inputValue()).toBe(spaced('delay'))
  await page.keyboard.press('Tab')
  expect(await readFocus(page)).toEqual({ name: '거절되는 카드9', seen: true })
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: '분실·도난 카드' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(() => number(page).inputValue()).toBe(spaced('INVALID_CARD_LOST_OR_STOLEN'))
  await number(page).focus()
  await page.keyboard.press('Enter')
  await ledTo(page)
  expect(gateway.payments(order_id)).toHaveLength(1)
})

test('shows errors at their fields and keeps the input', async () => {
  const { page, complaints } = await open('pay', { width: 360 })
  await number(page).fill('')
  await number(page).pressSequentially('4330123400000001')
  await expect.poll(() => number(page).inputValue()).toBe('4330 1234 0000 0001')
  await expiry(page).fill('')
  await expiry(page).pressSequentially('0426')
  await expect.poll(() => expiry(page).inputValue()).toBe('04/26')
  await page.getByRole('button', { name: '9,900원 결제하기' }).click()
  await page.getByText('카드 번호가 맞지 않아요. 다시 확인해 주세요.').waitFor()
  expect(
    await page.getByText('유효기간이 지난 카드예요. 다른 카드를 입력해 주세요.').isVisible(),
  ).toBe(true)
  expect(await number(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await expect.poll(() => number(page).inputValue()).toBe('4330 1234 0000 0001')
  expect(await findViolations(page)).toEqual([])
  // Selecting a card fixes both fields.
  await page.getByRole('radio', { name: '바로 승인' }).check()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: '9,900원 결제하기' }).click()
  expect(await ledTo(page)).toMatchObject({ led: 'there' })
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
})

test('pays once when pressed twice', async () => {
  const { page, order_id } = await open('pay')
  await page.getByRole('button', { name: '9,900원 결제하기' }).dblclick()
  await ledTo(page)
  expect(gateway.payments(order_id)).toHaveLength(1)
})

test('registers a card on a phone and without JavaScript', async () => {
  const { page } = await open('card', { width: 360, script: false })
  await page.getByRole('heading', { name: '카드 등록하기' }).waitFor()
  await number(page).fill(testCard('decline_later').number)
  await page.getByRole('button', { name: '카드 등록하기' }).click()
  const back = await ledTo(page)
  expect(back).toMatchObject({ led: 'there', customerKey: 'member-1' })
  expect(back['authKey']).toMatch(/^auth_/)
})

test.each([360, 768, 1_440])(
  'at %i px nothing is cut off, and axe finds nothing',
  async (width) => {
    for (const kind of ['pay', 'card'] as const) {
      const { page } = await open(kind, { width })
      for (const group of await page.locator('summary').all()) await group.click()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const small = await page
        .locator('button, summary, .choice, .field input')
        .evaluateAll(
          (all) => all.filter((control) => control.getBoundingClientRect().height < 44).length,
        )
      expect(small).toBe(0)
      expect(await findViolations(page)).toEqual([])
      await page.context().close()
    }
  },
)

const spaced = (card: string) => testCard(card).number.replace(/(.{4})(?=.)/g, '$1 ')
