// hard: the simulated gateway's script, which the product does not contain (10 s of CPU).
import { transactions } from '#contract/transactions/transactions.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger } from '#test/fixtures/payments.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { putOnSale } from './funded-member.ts'
import { giveConsents } from './paid-videos.ts'

// The gateway’s script (Toss Payments’ standard SDK, version 2): its arguments and its results.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

let site: Site
let film: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[film = 0] = await putOnSale(site.world, 1)
})
afterAll(() => site?.close())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

async function visitAs(member: TestMember, at: string) {
  const visit = await site.visit()
  // The purchase page returns to an episode without a film.
  await signIn(visit, member)
  await visit.page.goto(at)
  return visit
}

type Asked = { client_key: string; customer_key: string; call: string; asked: object }

/** Replaces the gateway’s script by one that records its arguments and rejects with a code. */
async function answerWith(page: Page, code: string): Promise<() => Promise<Asked[]>> {
  await page.context().route(site.world.gateway.script_url, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `window.asked = []
        window.TossPayments = (client_key) => ({ payment({ customerKey: customer_key }) {
          const refuse = (call) => (asked) => {
            window.asked.push({ client_key, customer_key, call, asked })
            sessionStorage.setItem('asked', JSON.stringify(window.asked))
            return Promise.reject(Object.assign(new Error('from the gateway'), { code: ${JSON.stringify(code)} }))
          }
          return { requestPayment: refuse('requestPayment'), requestBillingAuth: refuse('requestBillingAuth') }
        } })`,
    }),
  )
  return () =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('asked') ?? '[]') as Asked[]) as Promise<
      Asked[]
    >
}

test.each([
  ['USER_CANCEL', '결제를 그만뒀어요', '결제를 취소했어요. 빠져나간 금액은 없어요.'],
  ['PAY_PROCESS_CANCELED', '결제를 그만뒀어요', '결제를 취소했어요. 빠져나간 금액은 없어요.'],
  ['INVALID_CLIENT_KEY', '결제하지 못했어요', /^결제하지 못했어요\. 빠져나간 금액은 없어요\./],
])('a payment that ends with %s before it began', async (code, title, detail) => {
  const member = await makeMember(site.world)
  const visit = await visitAs(member, `/video/${film}?buy=3`)
  const { page, origin } = visit
  const asked = await answerWith(page, code)
  await giveConsents(page)
  await press(page, '1,500원 결제하기')
  await heading(page, title)
  await page.getByText(detail).waitFor()
  expect(await findViolations(page)).toEqual([])
  const [first, ...others] = await asked()
  expect(others).toEqual([])
  const order_id = new URL(page.url()).searchParams.get('orderId') ?? ''
  expect(first).toEqual({
    client_key: 'test_ck_hanpyeon_simulator',
    customer_key: expect.stringMatching(/^[A-Za-z0-9_=.@-]{2,50}$/),
    call: 'requestPayment',
    asked: {
      method: 'CARD',
      windowTarget: 'self',
      orderId: order_id,
      amount: { currency: 'KRW', value: 1_500 },
      orderName: expect.stringMatching(/소장$/),
      successUrl: `${origin}/payments/success`,
      failUrl: `${origin}/payments/fail`,
    },
  })
  expect(await member.call(transactions.readOrder, { params: { order_id } })).toMatchObject({
    status: 'failed',
    failure: { code },
  })
  // It works again with the gateway’s own script.
  await page.context().unroute(site.world.gateway.script_url)
  const again = page.getByRole('link', { name: '다시 결제하기' })
  await expect.poll(() => again.getAttribute('href')).toMatch(new RegExp(`^/video/${film}(\\?|$)`))
  await page.goto(`/video/${film}?buy=3`)
  await giveConsents(page)
  await press(page, '1,500원 결제하기')
  await heading(page, '결제하기')
  await press(page, '1,500원 결제하기')
  await page.waitForURL(`**/video/${film}`)
  expect(await readMemberLedger(site.world, member)).toMatchObject({ won: 1_500 })
  await endVisit(visit)
})

test('reports a closed billing-auth window and registers nothing', async () => {
  const visit = await visitAs(await makeMember(site.world), '/mypage/plans')
  const { page, origin } = visit
  const asked = await answerWith(page, 'USER_CANCEL')
  await press(page, '베이직 시작하기')
  await giveConsents(page)
  await press(page, /7,900원 결제하/)
  await heading(page, '카드 등록을 그만뒀어요')
  await page.getByText('등록하거나 결제한 것은 없어요.').waitFor()
  const back = (way: string) => `${origin}/mypage/plans/card/${way}?plan=1&agreed=7900`
  expect((await asked()).map(({ call, asked }) => ({ call, asked }))).toEqual([
    {
      call: 'requestBillingAuth',
      asked: {
        method: 'CARD',
        windowTarget: 'self',
        successUrl: back('success'),
        failUrl: back('fail'),
      },
    },
  ])
  await endVisit(visit)
})

test('reports a script that fails to load, and continues the same order once it loads', async () => {
  const member = await makeMember(site.world)
  const visit = await visitAs(member, `/video/${film}?buy=3`)
  const { page } = visit
  await page.context().route(site.world.gateway.script_url, (route) => route.abort())
  await giveConsents(page)
  await press(page, '1,500원 결제하기')
  await page.getByText('결제창을 열지 못했어요. 빠져나간 금액은 없어요.').waitFor()
  await page.context().unroute(site.world.gateway.script_url)
  await press(page, '1,500원 결제하기')
  await heading(page, '결제하기')
  const { count } = (
    await site.world.pool.query<{ count: number }>(
      `select count(*)::int as count from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1`,
      [member.id],
    )
  ).rows[0] ?? { count: 0 }
  expect(count).toBe(1)
  visit.allow(/ERR_FAILED/)
  await endVisit(visit)
})

test('allows the gateway’s script by CSP, and no other', async () => {
  const visit = await visitAs(await makeMember(site.world), '/mypage/points')
  const { page } = visit
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
  const sources = Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...from] = directive.split(' ')
      return [name, from.filter((source) => /^https?:/.test(source))]
    }),
  )
  const { origin } = site.world.gateway
  expect(Object.entries(sources).filter(([, from]) => from.length > 0)).toEqual([
    ['script-src', [origin]],
    ['connect-src', [origin]],
    ['frame-src', [origin]],
    ['form-action', [origin]],
  ])
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  // The same script on another port of the host.
  const foreign = new URL(site.world.gateway.script_url)
  foreign.port = String(Number(foreign.port) - 1)
  const came = await page.evaluate(
    (src) =>
      new Promise<string>((done) => {
        document.addEventListener('securitypolicyviolation', (violation) =>
          done(violation.effectiveDirective),
        )
        const element = document.createElement('script')
        element.src = src
        element.addEventListener('load', () => done('came'))
        document.head.append(element)
      }),
    foreign.href,
  )
  expect(came).toBe('script-src-elem')
  visit.allow(/Content Security Policy|elsewhere/)
  await endVisit(visit)
})
