import { endpoints } from '#contract/index.ts'
import type { MySubscription } from '#contract/subscriptions.ts'
import { moneyParts } from '#server/compose.ts'
import { type MoneyParts, tendMoney } from '#server/domains/transactions/index.ts'
import { createLog } from '#server/kernel/log.ts'
import { makeMember, type TestMember } from './members.ts'
import { openWorld, type World } from './world.ts'

const { subscriptions } = endpoints
export const plans = { basic: 1, standard: 2, premium: 3 } as const
const agreed = { precautions_agreed: true, privacy_agreed: true }
const day = 86_400_000

export type Shop = World & {
  parts: MoneyParts
  /** Does what time brings, as the worker's round does. */
  tend(): Promise<void>
  /** Goes on by days, or to an instant, and then does what time brings. */
  pass(days: number): Promise<void>
  passTo(instant: string): Promise<void>
  /** Ends what is subscribed to, so that the next test has the rounds and the faults for itself. */
  rest(): Promise<void>
}

/** A world with a gateway, which is given up on soon, and with what the worker does, done when it is asked for. */
export async function openShop(
  now = '2027-01-31T03:00:00.000Z',
  options: Pick<NonNullable<Parameters<typeof openWorld>[0]>, 'database'> = {},
): Promise<Shop> {
  const env = { TOSS_PATIENCE_MS: '400' }
  const world = await openWorld({ ...options, now, gateway: true, env })
  const parts = moneyParts(world.config, world.house.database, {
    clock: world.clock,
    log: createLog(world.config.log_level, 'test'),
  })
  const tend = () => tendMoney(parts)
  return {
    ...world,
    ...{ gateway: world.gateway, parts, tend },
    async pass(days) {
      world.clock.advance(days * day)
      await tend()
    },
    async passTo(instant) {
      world.clock.set(instant)
      await tend()
    },
    async rest() {
      world.gateway.faults.clear()
      await world.pool.query(
        `update subscriptions set status = 'ended', ended_at = $1, charging_order_id = null,
           failed_since = null, failed_at = null, failure_code = null, retry_at = null
         where status in ('active', 'past_due')`,
        [world.clock.now()],
      )
    },
  }
}

export type Subscriber = TestMember & {
  mine(): Promise<MySubscription>
  choose(plan_id: number): Promise<Awaited<ReturnType<typeof choose>>>
  renews(auto_renew: boolean): Promise<MySubscription>
  /** Registers another card, joining a plan with it where one is given. */
  register(card?: string, plan_id?: number): Promise<Awaited<ReturnType<typeof register>>>
}

const choose = (member: TestMember, subscription_plan_id: number) =>
  member.call(subscriptions.subscribe, { body: { subscription_plan_id, ...agreed } })

async function register(shop: World, member: TestMember, card = 'approve', plan_id?: number) {
  const window =
    plan_id === undefined
      ? await member.call(subscriptions.openCardWindow, {})
      : (await choose(member, plan_id)).window
  if (!window) throw new Error('There is a card already')
  const returned = await shop.gateway.register(window, card)
  const body = { ...returned, ...(plan_id === undefined ? {} : { subscription_plan_id: plan_id }) }
  return member.call(subscriptions.registerCard, { body })
}

/** A member, and what he does with subscriptions. */
export async function makeCustomer(shop: World): Promise<Subscriber> {
  const member = await makeMember(shop)
  // Years pass while he stays signed in.
  await shop.pool.query(
    `update sessions set expires_at = '2199-01-01Z', last_seen_at = '2198-12-31Z' where member_id = $1`,
    [member.id],
  )
  return {
    ...member,
    mine: () => member.call(subscriptions.readSubscription, {}),
    choose: (plan_id) => choose(member, plan_id),
    renews: (auto_renew) => member.call(subscriptions.changeRenewal, { body: { auto_renew } }),
    register: (card, plan_id) => register(shop, member, card, plan_id),
  }
}

/** A member who has joined a plan with a card. */
export async function makeSubscriber(
  shop: World,
  plan_id: number = plans.standard,
  card = 'approve',
): Promise<Subscriber> {
  const member = await makeCustomer(shop)
  await member.register(card, plan_id)
  return member
}
