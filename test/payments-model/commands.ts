import {
  ownershipTypes,
  pointPackages,
  refundWindowDays,
} from '#contract/transactions/payment-constants.ts'
import type { EndpointResponse } from '#contract/core/endpoint.ts'
import type { transactions } from '#contract/transactions/transactions.ts'
import {
  createPointTransactions,
  confirmPayment,
  recordPurchaseUse,
  recordPlanUse,
  orderEpisode,
} from '#server/domains/transactions/index.ts'
import { requestRefund } from '#server/domains/transactions/refunds/request-refund.ts'
import { setAutoRenew } from '#server/domains/transactions/subscriptions/set-auto-renew.ts'
import { registerCard } from '#server/domains/transactions/subscriptions/cards/register-card.ts'
import { subscribe } from '#server/domains/transactions/subscriptions/subscribe.ts'
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
  | { does: 'top_up'; package: number; mishap: FaultCase }
  | { does: 'buy_points'; episode: number }
  | { does: 'buy_card'; episode: number; mishap: FaultCase }
  | { does: 'play'; episode: number }
  | { does: 'refund_episode'; episode: number; mishap: FaultCase }
  | { does: 'refund_top_up'; nth: number; mishap: FaultCase }
  | { does: 'refund_charge'; mishap: FaultCase }
  | { does: 'subscribe'; plan: number; mishap: FaultCase }
  | { does: 'watch_plan' }
  | { does: 'renews'; auto_renew: boolean }
  | { does: 'pass'; days: number; mishap: FaultCase }
  | { does: 'drain' }

/** Takes one step in the house and here. */
export async function runCommand(
  step: Command,
  model: Model,
  real: SystemUnderTest,
): Promise<void> {
  const { shop } = real
  const now = shop.clock.now().getTime()
  switch (step.does) {
    case 'top_up':
      await topUp(model, real, step.package, step.mishap)
      break
    case 'buy_card':
      await buyByCard(model, real, step.episode, step.mishap)
      break
    case 'buy_points':
      await buyWithPoints(model, real, step.episode, now)
      break
    case 'play':
      await play(model, real, step.episode, now)
      break
    case 'refund_episode':
      await refundEpisode(model, real, step.episode, step.mishap)
      break
    case 'refund_top_up':
      await refundTopUp(model, real, step.nth, step.mishap)
      break
    case 'refund_charge':
      await refundCharge(real, step.mishap)
      break
    case 'subscribe':
      await join(real, step.plan, step.mishap)
      break
    case 'watch_plan':
      await shop.transact((tx) => recordPlanUse(tx, real.wallet_id, shop.clock.now()))
      break
    case 'renews':
      await problemCodeOf(
        setAutoRenew(shop.parts, real.member.id, step.auto_renew, shop.clock.now()),
      )
      break
    case 'pass':
      await pass(model, real, step.days, step.mishap)
      break
    case 'drain':
      await runPendingJobs(real)
      break
  }
  shop.gateway.faults.clear()
  model.steps += 1
  await resolveUnknownInModel(model, real)
  await expectSameState(model, real)
}

type Charged = EndpointResponse<typeof transactions.chargePoints>

async function topUp(model: Model, real: SystemUnderTest, nth: number, mishap: FaultCase) {
  const { amount, bonus } = pointPackages[nth % pointPackages.length] ?? pointPackages[0]
  const charge = { changed_point: amount, is_event: false, is_topup: true, ...agreed }
  const ordered = createPointTransactions(real.shop.parts)(real.payer(), {
    ...charge,
    payment_method: 'card',
  })
  await payFor(model, real, ordered, { points: amount, bonus }, mishap)
}

async function buyByCard(model: Model, real: SystemUnderTest, nth: number, mishap: FaultCase) {
  const episode_id = real.episodes[nth] ?? 0
  const item = { episode_id, ownership_type_id: ownershipTypes.owned, ...agreed }
  const had = model.bought.get(nth)
  const ordered = orderEpisode(real.shop.parts, real.payer(), { ...item, payment_method: 'card' })
  const refused = await payFor(model, real, ordered, { episode: nth }, mishap)
  if (had && had.state !== 'refunded')
    expect(refused).toBe(had.state === 'active' ? 'already_owned' : 'order_under_way')
}

/** Through the window, and confirmed; what becomes of it the books say. */
async function payFor(
  model: Model,
  real: SystemUnderTest,
  ordering: Promise<Charged>,
  brings: { points: number; bonus: number } | { episode: number },
  mishap: FaultCase,
): Promise<string | undefined> {
  let ordered: Charged | undefined
  const refused = await problemCodeOf(ordering.then((made) => (ordered = made)))
  if (!ordered?.window) return refused
  const agreement = await real.shop.gateway.pay(ordered.window)
  const parts = withFault(real, mishap, 'confirm')
  model.open.set(ordered.order.order_id, brings)
  return problemCodeOf(confirmPayment(parts, real.payer(), agreement))
}

async function buyWithPoints(model: Model, real: SystemUnderTest, nth: number, now: number) {
  const price = prices[nth] ?? 0
  const spent = { changed_point: -price, is_event: false, is_topup: false, ...agreed }
  const item = { episode: real.episodes[nth], ownership_type_id: ownershipTypes.owned }
  const refused = await problemCodeOf(
    createPointTransactions(real.shop.parts)(real.payer(), {
      ...spent,
      ...item,
      payment_method: 'point',
    }),
  )
  const had = model.bought.get(nth)
  if (had?.state === 'active') return expect(refused).toBe('already_owned')
  if (had?.state === 'refunding') return expect(refused).toBe('order_under_way')
  // A card order of it that is not settled yet.
  if (refused === 'order_under_way') return
  const taken = planSpend(model, price, now)
  expect(refused).toBe(taken ? undefined : 'points_missing')
  if (!taken) return
  for (const { lot, amount } of taken) lot.left -= amount
  model.bought.set(nth, { by: 'point', at: now, taken, played: false, state: 'active' })
}

async function play(model: Model, real: SystemUnderTest, nth: number, now: number) {
  const had = model.bought.get(nth)
  const [purchase] = await real.rows<{ id: number }>(
    'select id from purchases where wallet_id = $1 and episode_id = $2 order by id desc limit 1',
    [real.episodes[nth]],
  )
  const handed = await real.shop.transact((tx) =>
    recordPurchaseUse(tx, purchase?.id ?? 0, new Date(now)),
  )
  expect(handed).toBe(had?.state === 'active')
  if (had && handed) had.played = true
}

async function refundEpisode(model: Model, real: SystemUnderTest, nth: number, mishap: FaultCase) {
  const now = real.shop.clock.now().getTime()
  const had = model.bought.get(nth)
  const parts = withFault(real, mishap, 'cancel')
  const asked = requestRefund(parts, real.payer(), { episode_id: real.episodes[nth] })
  const refused = await problemCodeOf(asked)
  if (!had) return expect(refused).toBe('not_paid')
  if (had.state !== 'active') return expect(refused).toBe('already_refunded')
  if (had.played) return expect(refused).toBe('already_watched')
  if (now >= had.at + refundWindowDays * day) return expect(refused).toBe('too_late')
  expect([undefined, 'killed']).toContain(refused)
  had.state = 'refunding'
  if (had.by === 'card') return
  // L7: to the very lots; what has lapsed comes back as lapsed.
  for (const { lot, amount } of had.taken) lot.left += amount
  expireModelPoints(model, now)
  had.state = 'refunded'
}

async function refundTopUp(model: Model, real: SystemUnderTest, nth: number, mishap: FaultCase) {
  const orders = await real.rows<{ id: number; order_id: string; status: string }>(
    `select id, order_id, status from orders
     where wallet_id = $1 and kind = 'points' and paid_at is not null order by id`,
  )
  const order = orders[nth % Math.max(1, orders.length)]
  if (!order) return
  const now = real.shop.clock.now().getTime()
  const parts = withFault(real, mishap, 'cancel')
  const refused = await problemCodeOf(
    requestRefund(parts, real.payer(), { order_id: order.order_id }),
  )
  const lots = activePurchases(model, now).filter((lot) => lot.top_up === order.order_id)
  if (order.status === 'cancelled' || model.going.has(order.id))
    return expect(refused).toBe('already_refunded')
  const bonus = model.lots.filter((one) => one.top_up === order.order_id && one.kind === 'event')
  const remaining = lots.find(({ kind }) => kind === 'paid')?.left ?? 0
  const withheld = model.withheld.get(order.id) ?? 0
  const kept = spentOf(model, bonus) - withheld
  if (remaining - kept <= 0) {
    const none = withheld > 0 ? 'already_refunded' : 'points_spent'
    return expect(refused).toBe(remaining > 0 ? 'bonus_spent' : none)
  }
  expect([undefined, 'killed']).toContain(refused)
  expireModelPoints(model, now)
  model.going.set(order.id, { taken: lots.map((lot) => ({ lot, amount: lot.left })), kept })
  for (const lot of lots) lot.left = 0
}

async function refundCharge(real: SystemUnderTest, mishap: FaultCase) {
  type Charge = {
    order_id: string
    before_id: number | null
    is_undone: boolean | null
    from_played_at: string | null
  }
  const [charge] = await real.rows<Charge>(
    // Of the running period, else the last that there was; of a change upward, what it took the place of.
    `select o.order_id, f.id as before_id, f.status = 'paid' and period_start(c.anchor, c.period + 1) > $2 as is_undone,
       up.from_played_at
     from orders o left join subscriptions s on s.order_id = o.id
     left join subscription_charges up on up.order_id = o.id left join orders f on f.id = up.from_order_id
     left join subscription_charges c on c.order_id = f.id
     where o.wallet_id = $1 and o.kind = 'subscription' order by s.id, o.id desc limit 1`,
    [real.shop.clock.now()],
  )
  if (!charge) return
  const parts = withFault(real, mishap, 'cancel')
  const refused = await problemCodeOf(
    requestRefund(parts, real.payer(), { order_id: charge.order_id }),
  )
  if (refused !== undefined || mishap !== 'none') return
  // D-55: it is over, or as it was before the change.
  const [standing] = await real.rows<object>(
    'select status, order_id, auto_renew, played_at from subscriptions where wallet_id = $1',
  )
  expect(standing).toMatchObject(
    charge.is_undone
      ? {
          status: 'active',
          order_id: charge.before_id,
          played_at: charge.from_played_at,
          auto_renew: false,
        }
      : { status: 'ended', auto_renew: false },
  )
}

async function join(real: SystemUnderTest, plan: number, mishap: FaultCase) {
  const { shop, member } = real
  const parts = withFault(real, mishap, 'chargeBilling')
  const body = { subscription_plan_id: plan, ...agreed }
  let window: Awaited<ReturnType<typeof subscribe>>['window'] = null
  await problemCodeOf(
    subscribe(parts, member.id, body, shop.clock.now()).then((done) => (window = done.window)),
  )
  if (!window) return
  const returned = await shop.gateway.register(window)
  const with_plan = { ...returned, subscription_plan_id: plan }
  await problemCodeOf(registerCard(parts, member.id, with_plan, shop.clock.now()))
}

async function pass(model: Model, real: SystemUnderTest, days: number, mishap: FaultCase) {
  const { shop } = real
  const count = async () =>
    (
      await real.rows<{ n: number }>(
        `select count(*)::int as n from orders where wallet_id = $1 and kind = 'subscription'`,
      )
    )[0]?.n ?? 0
  const [before] = await real.rows<{ auto_renew: boolean }>(
    'select auto_renew from subscriptions where wallet_id = $1',
  )
  const had = await count()
  shop.clock.advance(days * day)
  await runMoneyTasks(withFault(real, mishap, 'chargeBilling'))
  // S5
  if (before?.auto_renew === false) expect(await count()).toBe(had)
  expireModelPoints(model, shop.clock.now().getTime())
}
