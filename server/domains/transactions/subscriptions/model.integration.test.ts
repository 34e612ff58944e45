import { endpoints } from '#contract/index.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import fc from '#test/runner/fast-check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodStart } from './billing-period.ts'

let app: PaymentsTestApp
beforeAll(async () => void (app = await openPaymentsTestApp('2027-10-31T14:59:59.999Z')))
afterAll(() => app?.close())

/** One action of the member, the clock, the gateway or concurrent workers. */
type Step =
  | { does: 'pass'; days: number }
  | { does: 'renews'; auto_renew: boolean }
  | { does: 'choose'; plan: number }
  | { does: 'register'; card: string; plan: number | undefined }
  | { does: 'fault'; kind: 'error_500_after' | 'drop_connection' | 'html_200' }
  | { does: 'decline'; code: 'REJECT_CARD_PAYMENT' | 'INVALID_CARD_EXPIRATION' }
  | { does: 'lose_card' }
  | { does: 'crowd' }
  | { does: 'settle' }

const plan = fc.constantFrom(...Object.values(plans))
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      days: fc.constantFrom(0.01, 1, 2, 3, 7, 28, 31, 62),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('renews' as const), auto_renew: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('choose' as const), plan }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('register' as const),
      card: fc.constantFrom('approve', 'decline_later'),
      plan: fc.option(plan, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('fault' as const),
      kind: fc.constantFrom(
        'error_500_after' as const,
        'drop_connection' as const,
        'html_200' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('decline' as const),
      code: fc.constantFrom('REJECT_CARD_PAYMENT' as const, 'INVALID_CARD_EXPIRATION' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('lose_card' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('crowd' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
)

/** Accepts a refused call and rethrows internal errors. */
const allowRefusal = (call: Promise<unknown>) =>
  call.catch((error: { problem?: { status: number } }) => {
    if (!error.problem || (error.problem.status >= 500 && error.problem.status !== 503)) throw error
  })

async function perform(member: Subscriber, step: Step): Promise<void> {
  switch (step.does) {
    case 'pass':
      return app.pass(step.days)
    case 'renews':
      return void (await allowRefusal(member.renews(step.auto_renew)))
    case 'choose':
      return void (await allowRefusal(member.choose(step.plan)))
    case 'register':
      return void (await allowRefusal(
        member.register(step.card, step.plan).catch(ignoreExistingCard),
      ))
    case 'fault':
      app.gateway.faults.add({ call: 'chargeBilling', kind: step.kind })
      return app.gateway.faults.add({ call: 'readOrder', kind: 'error_500' })
    case 'decline':
      return app.gateway.faults.add({ call: 'chargeBilling', kind: 'code', code: step.code })
    case 'lose_card':
      return loseCard(member)
    case 'crowd':
      return void (await Promise.all([
        app.tend(),
        app.tend(),
        processPendingPayments(),
        app.tend(),
      ]))
    case 'settle':
      return processPendingPayments()
  }
}

/** Choosing a plan opens no window when a card exists. */
function ignoreExistingCard(error: unknown) {
  if (!(error instanceof Error) || error.message !== 'the member already has a card') throw error
}

async function loseCard({ id }: Subscriber) {
  const { rows } = await app.pool.query<{ billing_key_ciphertext: Buffer }>(
    `select billing_key_ciphertext from billing_cards b join wallets w on w.id = b.wallet_id
     where w.member_id = $1 and removed_at is null`,
    [id],
  )
  for (const { billing_key_ciphertext } of rows)
    await app.call(endpoints.transactions.receiveTossWebhook, {
      body: {
        eventType: 'BILLING_DELETED',
        createdAt: '',
        data: { billingKey: app.parts.encryption.decrypt(billing_key_ciphertext) },
      },
    })
}

async function processPendingPayments() {
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from orders where status in ('confirming', 'unknown') order by id`,
  )
  for (const { id } of rows) await app.workNow('process_payment', { order_id: id }).catch(() => {})
}

type Order = { order_id: string; status: string; amount: number; period_start: string }
type State = {
  status: string
  auto_renew: boolean
  billing_cycle_anchor: string
  period_index: number
  period_start: string
  period_end: string
  access_until: string
  plan_expires_at: string
  plan_id: number
  wallet_plan: number
}

async function readState({ id }: Subscriber) {
  const read = async <R extends object>(sql: string) => (await app.pool.query<R>(sql, [id])).rows
  const [orders, states, [ledger]] = await Promise.all([
    read<Order>(
      `select o.order_id, o.status, o.amount, o.period_start
       from orders o join wallets w on w.id = o.wallet_id where w.member_id = $1 order by o.id`,
    ),
    read<State>(
      `select s.*, w.plan_expires_at, w.plan_id as wallet_plan
       from subscriptions s join wallets w on w.id = s.wallet_id where w.member_id = $1`,
    ),
    read<{ won: number }>(
      `select coalesce(sum(amount_krw), 0)::int as won
       from ledger_entries e join wallets w on w.id = e.wallet_id where w.member_id = $1`,
    ),
  ])
  return { orders, states, won: ledger?.won ?? 0 }
}

/** Expects the invariants that hold after every step. */
function expectInvariants({ orders, states, won }: Awaited<ReturnType<typeof readState>>) {
  expect(states.length).toBeLessThanOrEqual(1)
  const settled = orders.filter(({ status }) => status !== 'failed')
  expect(new Set(settled.map(({ period_start }) => period_start)).size).toBe(settled.length)
  for (const { order_id, status } of orders) {
    const taken = app.gateway.payments(order_id).filter((payment) => payment.status === 'DONE')
    const permitted = status === 'paid' ? [1] : status === 'failed' ? [0] : [0, 1]
    expect(permitted, status).toContain(taken.length)
  }
  const paid = orders.filter(({ status }) => status === 'paid')
  expect(won).toBe(paid.reduce((sum, { amount }) => sum + amount, 0))
  const [state] = states
  if (!state || state.status === 'incomplete') return
  const { billing_cycle_anchor: anchor, period_index: period } = state
  expect(state.period_start).toBe(periodStart(new Date(anchor), period).toISOString())
  expect(state.period_end).toBe(periodStart(new Date(anchor), period + 1).toISOString())
  expect(paid.at(-1)?.period_start).toBe(state.period_start)
  expect([state.plan_expires_at, state.wallet_plan]).toEqual([state.access_until, state.plan_id])
  expect(Date.parse(state.plan_expires_at)).toBeGreaterThanOrEqual(Date.parse(state.period_end))
}

test('charges each period once and never after auto-renewal is off, for random sequences', async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(steps, { minLength: 10, maxLength: 24 }), async (actions) => {
        const member = await makeCustomer(app)
        for (const step of [
          { does: 'register', card: 'approve', plan: plans.standard } as const,
          ...actions,
        ]) {
          const before = await readState(member)
          await perform(member, step)
          const after = await readState(member)
          expectInvariants(after)
          // The periodic task charges no member who turned off auto-renewal before it.
          const isPeriodicTask = step.does === 'pass' || step.does === 'crowd'
          const canCharge = !isPeriodicTask || before.states[0]?.auto_renew !== false
          expect(canCharge || after.orders.length === before.orders.length).toBe(true)
        }
        app.gateway.faults.clear()
        app.clock.advance(20 * 60_000)
        await processPendingPayments()
        const { orders } = await readState(member)
        expect(orders.filter(({ status }) => !['paid', 'failed'].includes(status))).toEqual([])
        expectInvariants(await readState(member))
      })
      .afterEach(() => app.rest()),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 5) },
  )
}, 300_000)
