import { ownershipTypes, refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type { EndpointResponse } from '#contract/core/endpoint.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import {
  createPointTransactions,
  confirmPayment,
  recordPurchaseUse,
  recordPlanUse,
  orderEpisode,
} from '#server/domains/transactions/index.ts'
import { readPackages } from '#server/domains/transactions/points/package-queries.ts'
import { requestRefund } from '#server/domains/transactions/refunds/refund-order.ts'
import { setAutoRenew, subscribe } from '#server/domains/transactions/subscriptions/subscribe.ts'
import { registerCard } from '#server/domains/transactions/subscriptions/cards/register-card.ts'
import { expect } from 'vitest'
import { runMoneyTasks } from '#test/fixtures/subscriptions.ts'
import { runPendingJobs, expectSameState, resolveUnknownInModel } from './compare-state.ts'
import { expireModelPoints, activePurchases, type Model, planSpend, spentOf } from './model.ts'
import {
  type FaultCase,
  withFault,
  problemCodeOf,
  type SystemUnderTest,
} from './system-under-test.ts'

const day = 86_400_000
const agreed = { precautions_agreed: true, privacy_agreed: true } as const
export const prices = [700, 1_000, 1_500, 2_500, 4_000, 9_900] as const

export type Command =
  | { does: 'top_up'; package: number; fault: FaultCase }
  | { does: 'buy_points'; episode: number }
  | { does: 'buy_card'; episode: number; fault: FaultCase }
  | { does: 'play'; episode: number }
  | { does: 'refund_episode'; episode: number; fault: FaultCase }
  | { does: 'refund_top_up'; nth: number; fault: FaultCase }
  | { does: 'refund_charge'; fault: FaultCase }
  | { does: 'subscribe'; plan: number; fault: FaultCase }
  | { does: 'watch_plan' }
  | { does: 'renews'; auto_renew: boolean }
  | { does: 'pass'; days: number; fault: FaultCase }
  | { does: 'drain' }

/** Runs one command against the system and the model, and compares them. */
export async function runCommand(
  step: Command,
  model: Model,
  system: SystemUnderTest,
): Promise<void> {
  const { shop } = system
  const now = shop.clock.now().getTime()
  switch (step.does) {
    case 'top_up':
      await topUp(model, system, step.package, step.fault)
      break
    case 'buy_card':
      await buyByCard(model, system, step.episode, step.fault)
      break
    case 'buy_points':
      await buyWithPoints(model, system, step.episode, now)
      break
    case 'play':
      await play(model, system, step.episode, now)
      break
    case 'refund_episode':
      await refundEpisode(model, system, step.episode, step.fault)
      break
    case 'refund_top_up':
      await refundTopUp(model, system, step.nth, step.fault)
      break
    case 'refund_charge':
      await refundCharge(system, step.fault)
      break
    case 'subscribe':
      await subscribeToPlan(system, step.plan, step.fault)
      break
    case 'watch_plan':
      await shop.transact((tx) => recordPlanUse(tx, system.wallet_id, shop.clock.now()))
      break
    case 'renews':
      await problemCodeOf(
        setAutoRenew(shop.parts, system.member.id, step.auto_renew, shop.clock.now()),
      )
      break
    case 'pass':
      await pass(model, system, step.days, step.fault)
      break
    case 'drain':
      await runPendingJobs(system)
      break
  }
  shop.gateway.faults.clear()
  model.steps += 1
  await resolveUnknownInModel(model, system)
  await expectSameState(model, system)
}

type Charged = EndpointResponse<typeof transactions.createPointTransaction>

async function topUp(model: Model, system: SystemUnderTest, nth: number, fault: FaultCase) {
  const packages = await readPackages(system.shop.parts.db)
  const { amount, bonus } = packages[nth % packages.length]!
  const charge = { changed_point: amount, is_event: false, is_topup: true, ...agreed }
  const request = createPointTransactions(system.shop.parts)(system.payer(), {
    ...charge,
    payment_method: 'card',
  })
  await payFor(model, system, request, { points: amount, bonus }, fault)
}

async function buyByCard(model: Model, system: SystemUnderTest, nth: number, fault: FaultCase) {
  const episode_id = system.episodes[nth] ?? 0
  const item = { episode_id, ownership_type_id: ownershipTypes.owned, ...agreed }
  const bought = model.bought.get(nth)
  const request = orderEpisode(system.shop.parts, system.payer(), {
    ...item,
    payment_method: 'card',
  })
  const problemCode = await payFor(model, system, request, { episode: nth }, fault)
  if (bought && bought.state !== 'refunded')
    expect(problemCode).toBe(bought.state === 'active' ? 'already_owned' : 'order_in_progress')
}

/** Pays in the window and confirms. The outcome is read from the ledger later. */
async function payFor(
  model: Model,
  system: SystemUnderTest,
  request: Promise<Charged>,
  contents: { points: number; bonus: number } | { episode: number },
  fault: FaultCase,
): Promise<string | undefined> {
  let response: Charged | undefined
  const problemCode = await problemCodeOf(request.then((order) => (response = order)))
  if (!response?.payment_window) return problemCode
  const agreement = await system.shop.gateway.pay(response.payment_window)
  const parts = withFault(system, fault, 'confirm')
  model.open.set(response.order.order_id, contents)
  return problemCodeOf(confirmPayment(parts, system.payer(), agreement))
}

async function buyWithPoints(model: Model, system: SystemUnderTest, nth: number, now: number) {
  const price = prices[nth] ?? 0
  const charge = { changed_point: -price, is_event: false, is_topup: false, ...agreed }
  const item = { episode: system.episodes[nth], ownership_type_id: ownershipTypes.owned }
  const problemCode = await problemCodeOf(
    createPointTransactions(system.shop.parts)(system.payer(), {
      ...charge,
      ...item,
      payment_method: 'point',
    }),
  )
  const bought = model.bought.get(nth)
  if (bought?.state === 'active') return expect(problemCode).toBe('already_owned')
  if (bought?.state === 'refunding') return expect(problemCode).toBe('order_in_progress')
  // A card order for the episode is still pending.
  if (problemCode === 'order_in_progress') return
  const lotMoves = planSpend(model, price, now)
  expect(problemCode).toBe(lotMoves ? undefined : 'insufficient_points')
  if (!lotMoves) return
  for (const { lot, amount } of lotMoves) lot.left -= amount
  model.bought.set(nth, { by: 'point', at: now, taken: lotMoves, played: false, state: 'active' })
}

async function play(model: Model, system: SystemUnderTest, nth: number, now: number) {
  const bought = model.bought.get(nth)
  const [purchase] = await system.rows<{ id: number }>(
    'select id from purchases where wallet_id = $1 and episode_id = $2 order by id desc limit 1',
    [system.episodes[nth]],
  )
  const isRecorded = await system.shop.transact((tx) =>
    recordPurchaseUse(tx, purchase?.id ?? 0, new Date(now)),
  )
  expect(isRecorded).toBe(bought?.state === 'active')
  if (bought && isRecorded) bought.played = true
}

async function refundEpisode(model: Model, system: SystemUnderTest, nth: number, fault: FaultCase) {
  const now = system.shop.clock.now().getTime()
  const bought = model.bought.get(nth)
  const parts = withFault(system, fault, 'cancel')
  const request = requestRefund(parts, system.payer(), { episode_id: system.episodes[nth] })
  const problemCode = await problemCodeOf(request)
  if (!bought) return expect(problemCode).toBe('not_paid')
  if (bought.state !== 'active') return expect(problemCode).toBe('already_refunded')
  if (bought.played) return expect(problemCode).toBe('already_watched')
  if (now >= bought.at + refundWindowDays * day) return expect(problemCode).toBe('too_late')
  expect([undefined, 'killed']).toContain(problemCode)
  bought.state = 'refunding'
  if (bought.by === 'card') return
  // Points return to their original lots; points of expired lots stay expired.
  for (const { lot, amount } of bought.taken) lot.left += amount
  expireModelPoints(model, now)
  bought.state = 'refunded'
}

async function refundTopUp(model: Model, system: SystemUnderTest, nth: number, fault: FaultCase) {
  const orders = await system.rows<{ id: number; order_id: string; status: string }>(
    `select id, order_id, status from orders
     where wallet_id = $1 and kind = 'points' and paid_at is not null order by id`,
  )
  const order = orders[nth % Math.max(1, orders.length)]
  if (!order) return
  const now = system.shop.clock.now().getTime()
  const parts = withFault(system, fault, 'cancel')
  const problemCode = await problemCodeOf(
    requestRefund(parts, system.payer(), { order_id: order.order_id }),
  )
  const lots = activePurchases(model, now).filter((lot) => lot.top_up === order.order_id)
  if (order.status === 'cancelled' || model.going.has(order.id))
    return expect(problemCode).toBe('already_refunded')
  const bonus = model.lots.filter((lot) => lot.top_up === order.order_id && lot.kind === 'event')
  const remaining = lots.find(({ kind }) => kind === 'paid')?.left ?? 0
  const withheld = model.withheld.get(order.id) ?? 0
  const deducted = spentOf(model, bonus) - withheld
  if (remaining - deducted <= 0) {
    const code = withheld > 0 ? 'already_refunded' : 'points_spent'
    return expect(problemCode).toBe(remaining > 0 ? 'bonus_spent' : code)
  }
  expect([undefined, 'killed']).toContain(problemCode)
  expireModelPoints(model, now)
  model.going.set(order.id, {
    taken: lots.map((lot) => ({ lot, amount: lot.left })),
    kept: deducted,
  })
  for (const lot of lots) lot.left = 0
}

async function refundCharge(system: SystemUnderTest, fault: FaultCase) {
  type Charge = {
    order_id: string
    before_id: number | null
    is_undone: boolean | null
    previous_first_used_at: string | null
  }
  const [charge] = await system.rows<Charge>(
    // The charge of the current period or else the last one, with the charge that an upgrade replaced.
    `select o.order_id, f.id as before_id, f.status = 'paid' and period_start(c.billing_cycle_anchor, c.period_index + 1) > $2 as is_undone,
       up.previous_first_used_at
     from orders o left join subscriptions s on s.order_id = o.id
     left join subscription_charges up on up.order_id = o.id left join orders f on f.id = up.previous_order_id
     left join subscription_charges c on c.order_id = f.id
     where o.wallet_id = $1 and o.kind = 'subscription' order by s.id, o.id desc limit 1`,
    [system.shop.clock.now()],
  )
  if (!charge) return
  const parts = withFault(system, fault, 'cancel')
  const problemCode = await problemCodeOf(
    requestRefund(parts, system.payer(), { order_id: charge.order_id }),
  )
  if (problemCode !== undefined || fault !== 'none') return
  // The subscription has ended, or the plan before the upgrade is restored.
  const [subscription] = await system.rows<object>(
    'select status, order_id, auto_renew, first_used_at from subscriptions where wallet_id = $1',
  )
  expect(subscription).toMatchObject(
    charge.is_undone
      ? {
          status: 'active',
          order_id: charge.before_id,
          first_used_at: charge.previous_first_used_at,
          auto_renew: false,
        }
      : { status: 'ended', auto_renew: false },
  )
}

async function subscribeToPlan(system: SystemUnderTest, plan: number, fault: FaultCase) {
  const { shop, member } = system
  const parts = withFault(system, fault, 'chargeBilling')
  const body = { subscription_plan_id: plan, ...agreed }
  let window: Awaited<ReturnType<typeof subscribe>>['billing_auth'] = null
  await problemCodeOf(
    subscribe(parts, member.id, body, shop.clock.now()).then(
      (done) => (window = done.billing_auth),
    ),
  )
  if (!window) return
  const returned = await shop.gateway.register(window)
  const with_plan = { ...returned, subscription_plan_id: plan }
  await problemCodeOf(registerCard(parts, member.id, with_plan, shop.clock.now()))
}

async function pass(model: Model, system: SystemUnderTest, days: number, fault: FaultCase) {
  const { shop } = system
  const count = async () =>
    (
      await system.rows<{ n: number }>(
        `select count(*)::int as n from orders where wallet_id = $1 and kind = 'subscription'`,
      )
    )[0]?.n ?? 0
  const [before] = await system.rows<{ auto_renew: boolean }>(
    'select auto_renew from subscriptions where wallet_id = $1',
  )
  const chargeCount = await count()
  shop.clock.advance(days * day)
  await runMoneyTasks(withFault(system, fault, 'chargeBilling'))
  // A subscription whose renewal is off is not charged.
  if (before?.auto_renew === false) expect(await count()).toBe(chargeCount)
  expireModelPoints(model, shop.clock.now().getTime())
}
