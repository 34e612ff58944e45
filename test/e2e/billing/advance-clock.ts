import { subscriptions } from '#contract/transactions/subscriptions.ts'
import { createPaymentDependencies } from '#server/composition/shared-dependencies.ts'
import { createLogger } from '#server/shared/logger.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { givenConsents } from '#test/fixtures/payments.ts'
import { runMoneyTasks } from '#test/fixtures/subscriptions.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { signIn, type Site, type Visit } from '#test/e2e/site.ts'

/** Start of these tests: noon in Seoul, on a day that the next month does not have. */
export const startInstant = '2027-01-31T03:00:00.000Z'

/** Moves server and browser clocks to an instant and runs the periodic tasks. */
export async function advanceClock(world: TestApp, visit: Visit, instant: string) {
  world.clock.set(instant)
  const log = createLogger(world.config.log_level, 'test')
  await runMoneyTasks(
    createPaymentDependencies(world.config, world.server.database, { clock: world.clock, log }),
  )
  await visit.page.clock.setFixedTime(instant)
}

/** A member with a session for the whole test and a subscription by card. */
export async function createSubscriber(
  world: TestApp,
  { plan_id = 2, card = 'approve' } = {},
): Promise<TestMember> {
  const member = await makeMember(world)
  await world.pool.query(
    `update sessions set expires_at = '2199-01-01Z', last_seen_at = '2198-12-31Z' where member_id = $1`,
    [member.id],
  )
  const { billing_auth: window } = await member.call(subscriptions.subscribe, {
    body: { subscription_plan_id: plan_id, ...givenConsents },
  })
  if (!window) throw new Error('Who has no card is sent to its window.')
  const returned = await world.gateway.register(window, card)
  await member.call(subscriptions.registerCard, {
    body: { ...returned, subscription_plan_id: plan_id },
  })
  return member
}

/** Opens a browser of the member whose clock follows the server’s. */
export async function visitNow(site: Site, member: TestMember, at: object = {}): Promise<Visit> {
  const visit = await site.visit(at)
  await visit.page.clock.setFixedTime(site.world.clock.now())
  await signIn(visit, member)
  return visit
}
