import type { EndpointInput } from '#contract/core/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { StudioPlan } from '#contract/transactions/staff/pricing.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import type { ProblemResponseError } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  makeCustomer,
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { readStreamLimit } from '../entitlements/entitlement-queries.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const { studio, studio_pricing: pricing, subscriptions } = endpoints

let app: PaymentsTestApp
let plan: StudioPlan
let plansMade = 0

beforeAll(async () => void (app = await openPaymentsTestApp()))
beforeEach(async () => {
  const name = `이용권 ${++plansMade}`
  plan = await (
    await makeFinance()
  ).call(pricing.createPlan, {
    body: { name, price: 10_000, max_height: 1080, streams: 4 },
  })
})
afterEach(() => app.rest())
afterAll(() => app?.close())

/** Anew for each call: the second factor lasts twelve hours, and tests pass months. */
const makeFinance = () => makeMember(app, { is_staff: true, staff_role: 'finance' })

type Edit = Omit<EndpointInput<typeof pricing.updatePlan>['body'], 'version'>
/** Edits the plan on the basis of its newest version. */
async function edit(changes: Edit) {
  const body = { version: plan.version, ...changes }
  plan = await (await makeFinance()).call(pricing.updatePlan, { params: { id: plan.id }, body })
  return plan
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )
const subscribe = (member: TestMember, plan_version: number, plan_id = plan.id) =>
  member.call(subscriptions.subscribe, { body: { subscription_plan_id: plan_id, plan_version } })
const listedIds = async () => {
  await app.server.flushInvalidations()
  return (await app.call(subscriptions.listPlans, {})).results.map(({ id }) => id)
}
const streamsOf = (member: TestMember) => readStreamLimit(app.db, member.id, app.clock.now())
const charges = async (member: TestMember) => {
  const { rows } = await app.pool.query<{ amount: number; plan_version: number }>(
    `select o.amount, o.plan_version from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 and o.status = 'paid' order by o.id`,
    [member.id],
  )
  return rows.map(({ amount, plan_version }) => [amount, plan_version])
}
const renew = async (member: Subscriber) =>
  app.passTo((await member.mine()).subscription?.period_end ?? '')

describe('a changed plan', () => {
  it('gives its new price and rights to new members only', async () => {
    const before = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000, streams: 2 })
    const after = await makeSubscriber(app, plan.id)
    expect([await streamsOf(before), await streamsOf(after)]).toEqual([4, 2])
    await renew(before)
    expect(await charges(before)).toEqual([
      [10_000, 1],
      [10_000, 1],
    ])
    expect(await streamsOf(before)).toBe(4)
    expect((await before.mine()).subscription?.plan).toMatchObject({
      price: 10_000,
      streams: 4,
      version: 1,
    })
    expect(await charges(after)).toContainEqual([12_000, 2])
    expect(await edit({})).toMatchObject({
      version: 2,
      subscribers: 2,
      versions: [
        { version: 2, price: 12_000, streams: 2, subscribers: 1 },
        { version: 1, price: 10_000, streams: 4, subscribers: 1 },
      ],
    })
  })

  it('charges nothing to a member who has seen other terms', async () => {
    const member = await makeCustomer(app)
    await member.register()
    await edit({ streams: 1 })
    expect(await codeOf(subscribe(member, 1))).toBe('plan_changed')
    expect(await charges(member)).toEqual([])
    expect(await codeOf(subscribe(member, 2))).toBe('done')
    expect(await charges(member)).toEqual([[10_000, 2]])
  })

  it('charges nothing after the card window if its rights changed meanwhile', async () => {
    const member = await makeCustomer(app)
    const { billing_auth: window } = await subscribe(member, 1)
    if (!window) throw new Error('The member already has a card')
    const returned = await app.gateway.register(window)
    await edit({ max_height: 720 })
    const body = { ...returned, subscription_plan_id: plan.id }
    expect(await codeOf(member.call(subscriptions.registerCard, { body }))).toBe('plan_changed')
    expect(await charges(member)).toEqual([])
    expect((await member.mine()).card).not.toBeNull()
  })

  it('keeps the terms of a next plan that was chosen before', async () => {
    const member = await makeSubscriber(app, 3)
    await subscribe(member, 1)
    await edit({ price: 11_000, streams: 1 })
    expect((await member.mine()).subscription?.next_plan).toMatchObject({
      price: 10_000,
      streams: 4,
    })
    await renew(member)
    expect(await charges(member)).toEqual([
      [13_900, 1],
      [10_000, 1],
    ])
    expect(await streamsOf(member)).toBe(4)
  })
})

describe('a retired plan', () => {
  it('is neither listed nor chosen, and renews for its members', async () => {
    const member = await makeSubscriber(app, plan.id)
    expect(await listedIds()).toContain(plan.id)
    await edit({ is_retired: true })
    expect(await listedIds()).not.toContain(plan.id)
    await renew(member)
    expect(await charges(member)).toHaveLength(2)
    await member.renews(false)
    expect(await codeOf(subscribe(member, 1))).toBe('done')
    const other = await makeSubscriber(app, 1)
    const query = { subscription_plan_id: plan.id }
    expect(await codeOf(other.call(subscriptions.previewPlanChange, { query }))).toBe(
      'plan_retired',
    )
    expect(await codeOf(subscribe(other, 1))).toBe('plan_retired')
    await edit({ is_retired: false })
    expect(await codeOf(subscribe(other, 1))).toBe('done')
  })

  it('is not started again by a member whose subscription to it ended', async () => {
    const member = await makeSubscriber(app, plan.id)
    await member.renews(false)
    await edit({ is_retired: true })
    await renew(member)
    expect(await codeOf(subscribe(member, 1))).toBe('plan_retired')
    expect(await charges(member)).toHaveLength(1)
  })
})

it('charges what each buyer has seen while the plan is changed and retired', async () => {
  const buyers = await Promise.all(Array.from({ length: 24 }, () => makeCustomer(app)))
  await Promise.all(buyers.map((buyer) => buyer.register()))
  const seen = plan.version
  const editing = (async () => {
    await edit({ price: 13_000 })
    await edit({ price: 10_000, is_retired: true })
  })()
  const results = await Promise.all(buyers.map((buyer) => codeOf(subscribe(buyer, seen))))
  await editing
  for (const result of results) expect(['done', 'plan_changed', 'plan_retired']).toContain(result)
  const paid = await Promise.all(buyers.map((buyer) => charges(buyer)))
  expect(paid).toEqual(results.map((result) => (result === 'done' ? [[10_000, seen]] : [])))
  expect(plan.subscribers).toBe(results.filter((result) => result === 'done').length)
})

describe('an edit', () => {
  it('is refused if another was faster, or the name is used', async () => {
    const staff = await makeFinance()
    await edit({ price: 10_500 })
    const body = { version: 1, price: 9_000 }
    const params = { id: plan.id }
    expect(await codeOf(staff.call(pricing.updatePlan, { params, body }))).toBe('edit_conflict')
    expect(await codeOf(edit({ name: '베이직' }))).toBe('conflict')
    const twin = { name: plan.name, price: 1_000, max_height: 720, streams: 1 } as const
    expect(await codeOf(staff.call(pricing.createPlan, { body: twin }))).toBe('conflict')
  })

  it('is in the audit log', async () => {
    await edit({ price: 10_500 })
    await edit({ is_retired: true })
    const owner = await makeMember(app, { is_staff: true })
    const query = { subject_kind: 'plan', subject_id: plan.id }
    const { results } = await owner.call(studio.listAuditLog, { query })
    expect(results.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['pricing.plan_retired', null, null],
      ['pricing.plan_changed', { plan_price: 10_000 }, { plan_price: 10_500 }],
      [
        'pricing.plan_added',
        null,
        { name: plan.name, plan_price: 10_000, max_height: 1080, streams: 4 },
      ],
    ])
  })

  it('is closed to roles without money', async () => {
    const editor = await makeMember(app, { is_staff: true, staff_role: 'editor' })
    expect(await codeOf(editor.call(pricing.listPlans, {}))).toBe('staff_role_required')
  })
})

describe('the database', () => {
  it('refuses a charge with a price that was neither on sale nor agreed to', async () => {
    const owner = await connectAsOwner(app)
    const member = await makeSubscriber(app, plan.id)
    const wallet = `(select id from wallets where member_id = ${member.id})`
    const charge = (kind: string, price: number) => [
      `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, plan_id, plan_version, subscription_id,
         period_start, created_at)
       select order_id || 'x', wallet_id, kind, payment_method, title, ${price}, plan_id, plan_version, subscription_id,
         period_start + interval '1 month', created_at
       from orders where wallet_id = ${wallet} and kind = 'subscription'`,
      `insert into subscription_charges (order_id, kind, price, proration_credit, billing_cycle_anchor, period_index, card_id,
         auto_renew_was_off)
       select max(o.id), '${kind}', ${price}, 0, now(), ${kind === 'renew' ? 1 : 0}, max(c.card_id), false
       from orders o left join subscription_charges c on c.order_id = o.id where o.wallet_id = ${wallet}`,
      'rollback',
    ]
    const refusal = 'A charge must have terms that are on sale or agreed to'
    expect(await owner.outcome(...charge('renew', 10_000))).toBe('done')
    expect(await owner.outcome(...charge('renew', 9_000))).toBe(refusal)
    await edit({ price: 12_000 })
    expect(await owner.outcome(...charge('renew', 10_000))).toBe('done')
    expect(await owner.outcome(...charge('join', 10_000))).toBe(refusal)
    expect(await owner.outcome(`update plan_versions set price = 1`)).toContain('append-only')
    expect(await owner.outcome(`delete from subscription_plans where id = ${plan.id}`)).not.toBe(
      'done',
    )
    await owner.close()
  })
})
