import { endpoints } from '#contract/index.ts'
import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import type { StudioPlan } from '#contract/transactions/staff/pricing.ts'
import type { PriceOffer, WithoutConsent } from '#contract/transactions/subscriptions.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import type { ProblemResponseError } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  makeSubscriber,
  openPaymentsTestApp,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { periodStart } from '../billing-period.ts'
import { announceOffers } from './announce-offers.ts'

const { studio_pricing: pricing, studio_price_changes: changes, subscriptions } = endpoints

let app: PaymentsTestApp
let plan: StudioPlan
let plansMade = 0

beforeAll(async () => void (app = await openPaymentsTestApp()))
beforeEach(async () => {
  const body = {
    name: `이용권 ${++plansMade}`,
    price: 10_000,
    max_height: 1080,
    streams: 4,
  } as const
  plan = await (await makeOwner()).call(pricing.createPlan, { body })
})
afterEach(() => app.rest())
afterAll(() => app?.close())

/** Makes an owner for each call, because a second factor lasts twelve hours and the clock advances by months. */
const makeOwner = () => makeMember(app, { is_staff: true })

async function edit(terms: { price?: number; streams?: number; is_retired?: boolean }) {
  const body = { version: plan.version, ...terms }
  plan = await (await makeOwner()).call(pricing.updatePlan, { params: { id: plan.id }, body })
}
const today = () => seoulDate(app.clock.now())

/** Asks the members of the first version to move to the newest. */
async function start(without_consent: WithoutConsent, starts_on = addDays(today(), 30)) {
  const versions = { from_version: 1, to_version: plan.version }
  const body = { plan_id: plan.id, ...versions, starts_on, without_consent }
  return (await makeOwner()).call(changes.startPriceChange, { body })
}
const stop = async (id: number) =>
  (await makeOwner()).call(changes.stopPriceChange, { params: { id } })
const readChange = async (id: number) =>
  (await (await makeOwner()).call(changes.listPriceChanges, {})).results.find(
    (change) => change.id === id,
  )
const offerOf = async (member: Subscriber) => (await member.mine()).subscription?.price_offer
const answer = (member: TestMember, { id }: Pick<PriceOffer, 'id'>, agreed = true) =>
  member.call(subscriptions.answerPriceOffer, { params: { id }, body: { agreed } })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: ProblemResponseError) => error.problem.code,
  )

/** Passes to the day on which the member's next offer is announced, and announces it. */
async function passToOffer(member: Subscriber): Promise<PriceOffer> {
  const anchor = new Date((await member.mine()).subscription?.started_at ?? '')
  for (let n = 1; n < 5; n++) {
    const day = addDays(seoulDate(periodStart(anchor, n)), -30)
    if (day > today()) await app.passTo(`${day}T03:00:00.000Z`)
    else if (day === today()) await app.tend()
    const offer = await offerOf(member)
    if (offer) return offer
  }
  throw new Error('No offer was announced')
}

const charges = async (member: TestMember) => {
  const { rows } = await app.pool.query<{ amount: number }>(
    `select o.amount from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 and o.status = 'paid' order by o.id`,
    [member.id],
  )
  return rows.map(({ amount }) => amount)
}
const mails = async (member: TestMember, subject: string) => {
  const { rows } = await app.pool.query<{ text: string }>(
    `select text from messages where recipient = (select email from members where id = $1) and subject like $2`,
    [member.id, `%${subject}%`],
  )
  return rows.map(({ text }) => text)
}

describe('an offer of a higher price', () => {
  it('is announced 30 days before the charge that it changes, once', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000 })
    await start('keep')
    const offer = await passToOffer(member)
    expect(addDays(seoulDate(offer.at), -30)).toBe(today())
    expect(offer).toMatchObject({ old_price: 10_000, new_price: 12_000, agreed_at: null })
    await app.tend()
    const sent = await mails(member, '새 이용료에 동의')
    expect(sent).toHaveLength(1)
    expect(sent[0]).toContain('월 10,000원')
    expect(sent[0]).toContain('월 12,000원')
    expect(offer.terms).toContain('월 10,000원에서 월 12,000원으로')
  })

  it('is charged from its period on with the consent, whose text is recorded', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000, streams: 6 })
    const { id } = await start('end')
    const offer = await passToOffer(member)
    await answer(member, offer)
    const answered = await answer(member, offer)
    expect(answered.subscription?.price_offer?.agreed_at).not.toBeNull()
    expect(await codeOf(answer(await makeSubscriber(app, plan.id), offer, false))).toBe('not_found')
    expect(await readChange(id)).toMatchObject({ announced: 1, agreed: 1, applied: 0 })
    while ((await member.mine()).subscription?.period_start !== offer.at)
      await app.passTo((await member.mine()).subscription?.period_end ?? '')
    expect((await charges(member)).slice(-2)).toEqual([10_000, 12_000])
    expect((await member.mine()).subscription).toMatchObject({
      plan: { price: 12_000, streams: 6, version: 2 },
      next_charge: { amount: 12_000 },
      price_offer: null,
    })
    const { rows } = await app.pool.query('select terms from price_consents where offer_id = $1', [
      offer.id,
    ])
    expect(rows).toEqual([{ terms: offer.terms }])
    expect(await readChange(id)).toMatchObject({ applied: 1, subscribers: 0 })
    expect(await codeOf(answer(member, offer, false))).toBe('not_found')
  })

  it('keeps the former price without the consent, and asks once', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000 })
    await start('keep')
    const offer = await passToOffer(member)
    expect((await member.mine()).subscription?.next_charge?.amount).toBe(10_000)
    await app.passTo(offer.at)
    await app.pass(32)
    await app.pass(32)
    expect(new Set(await charges(member))).toEqual(new Set([10_000]))
    expect(await mails(member, '새 이용료에 동의')).toHaveLength(1)
  })

  it('ends the subscription with its paid period without the consent', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000 })
    const { id } = await start('end')
    const offer = await passToOffer(member)
    await answer(member, offer)
    await answer(member, offer, false)
    await app.passTo(new Date(Date.parse(offer.at) - 1_000).toISOString())
    expect((await member.mine()).subscription).toMatchObject({
      status: 'active',
      next_charge: null,
    })
    await app.passTo(offer.at)
    expect((await member.mine()).subscription).toMatchObject({ status: 'ended', auto_renew: false })
    expect(new Set(await charges(member))).toEqual(new Set([10_000]))
    expect(await mails(member, '이용권이 끝났어요')).toHaveLength(1)
    expect(await readChange(id)).toMatchObject({ ended: 1, agreed: 0 })
  })

  it('is retried at the agreed price after a declined charge', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000 })
    await start('end')
    const offer = await passToOffer(member)
    await answer(member, offer)
    await app.passTo(new Date(Date.parse(offer.at) - 1_000).toISOString())
    await member.register('REJECT_CARD_PAYMENT')
    await app.passTo(offer.at)
    expect((await member.mine()).subscription).toMatchObject({
      status: 'past_due',
      next_charge: { amount: 12_000 },
    })
    await member.register('approve')
    expect((await charges(member)).at(-1)).toBe(12_000)
    expect((await member.mine()).subscription).toMatchObject({
      status: 'active',
      plan: { version: 2, price: 12_000 },
    })
  })

  it('does not apply to members who cancel or choose another plan, and renews for a retired plan', async () => {
    const [cancels, changesPlan, agrees] = (await Promise.all(
      Array.from({ length: 3 }, () => makeSubscriber(app, plan.id)),
    )) as [Subscriber, Subscriber, Subscriber]
    await edit({ price: 12_000 })
    await start('end')
    const offer = await passToOffer(agrees)
    for (const member of [cancels, changesPlan, agrees])
      await answer(member, (await offerOf(member)) ?? offer)
    await cancels.renews(false)
    await changesPlan.choose(1)
    await edit({ is_retired: true })
    expect(await offerOf(cancels)).toBeNull()
    expect(await offerOf(changesPlan)).toBeNull()
    await app.passTo(offer.at)
    expect((await cancels.mine()).subscription?.status).toBe('ended')
    expect((await charges(changesPlan)).at(-1)).toBe(7_900)
    expect((await charges(agrees)).at(-1)).toBe(12_000)
  })
})

describe('an offer of a lower price', () => {
  it('applies to the next charge without a question', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 9_000 })
    await start('end', today())
    await app.tend()
    const offer = await passToOffer(member)
    expect(offer).toMatchObject({ needs_consent: false, new_price: 9_000 })
    expect((await member.mine()).subscription?.next_charge).toEqual({ at: offer.at, amount: 9_000 })
    expect(await codeOf(answer(member, offer))).toBe('not_found')
    await app.passTo(offer.at)
    expect(await charges(member)).toEqual([10_000, 9_000])
  })

  it('needs the consent if it takes rights away', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 9_000, streams: 1 })
    await start('keep')
    const offer = await passToOffer(member)
    expect(offer.needs_consent).toBe(true)
    expect(offer.terms).toContain('동시 시청 4대 → 1대')
    await app.passTo(offer.at)
    expect((await charges(member)).at(-1)).toBe(10_000)
  })
})

describe('a price change', () => {
  it('is stopped for everyone: each member gets one e-mail and keeps the former price', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000 })
    const { id } = await start('end')
    const offer = await passToOffer(member)
    await answer(member, offer)
    await stop(id)
    expect(await stop(id)).toMatchObject({ id })
    expect(await codeOf(answer(member, offer))).toBe('not_found')
    await app.tend()
    await app.tend()
    expect(await mails(member, '바뀌지 않아요')).toHaveLength(1)
    await app.passTo(offer.at)
    await app.pass(1)
    expect((await charges(member)).at(-1)).toBe(10_000)
    expect((await member.mine()).subscription?.status).toBe('active')
  })

  it('is refused within 30 days, twice at a time, for outdated terms, and to other roles', async () => {
    await edit({ price: 12_000 })
    expect(await codeOf(start('keep', addDays(today(), 29)))).toBe('invalid_request')
    const results = await Promise.all(Array.from({ length: 6 }, () => codeOf(start('keep'))))
    expect(results.filter((result) => result === 'done')).toHaveLength(1)
    expect(results.filter((result) => result === 'conflict')).toHaveLength(5)
    const starts_on = addDays(today(), 40)
    const body = {
      plan_id: plan.id,
      from_version: 1,
      to_version: 1,
      starts_on,
      without_consent: 'keep' as const,
    }
    expect(await codeOf((await makeOwner()).call(changes.startPriceChange, { body }))).toBe(
      'edit_conflict',
    )
    const finance = await makeMember(app, { is_staff: true, staff_role: 'finance' })
    expect(await codeOf(finance.call(changes.startPriceChange, { body }))).toBe(
      'staff_role_required',
    )
    expect((await finance.call(changes.listPriceChanges, {})).count).toBeGreaterThan(0)
  })

  it('mails each member once if workers run it concurrently and are killed', async () => {
    const members = await Promise.all(
      Array.from({ length: 12 }, () => makeSubscriber(app, plan.id)),
    )
    await edit({ price: 12_000 })
    await start('keep')
    const [first] = members as [Subscriber]
    const end = new Date((await first.mine()).subscription?.period_end ?? '')
    // The tasks run only below, at noon 30 days before a charge.
    app.clock.set(end.toISOString())
    await app.tend()
    const next = (await first.mine()).subscription?.period_end ?? ''
    app.clock.set(`${addDays(seoulDate(next), -30)}T03:00:00Z`)
    const aborted = AbortSignal.abort()
    await announceOffers(app.parts, aborted)
    let transactions = 0
    const killed = {
      ...app.parts,
      transact: ((work) =>
        app.parts.transact(async (tx) => {
          const result = await work(tx)
          if (++transactions > 5) throw new Error('killed')
          return result
        })) as typeof app.parts.transact,
    }
    await announceOffers(killed)
    await Promise.all(Array.from({ length: 4 }, () => announceOffers(app.parts)))
    await announceOffers(app.parts)
    for (const member of members) expect(await mails(member, '새 이용료에 동의')).toHaveLength(1)
  }, 60_000)
})

it('never charges more than agreed while members answer, cancel and change as it renews', async () => {
  const members = await Promise.all(Array.from({ length: 16 }, () => makeSubscriber(app, plan.id)))
  await edit({ price: 12_000 })
  const { id } = await start('keep')
  const offer = await passToOffer(members[0] as Subscriber)
  app.clock.set(new Date(Date.parse(offer.at) - 1).toISOString())
  const acts = members.map(async (member, index) => {
    const own = await offerOf(member)
    if (own) await answer(member, own).catch(() => undefined)
    if (index % 4 === 1 && own) await answer(member, own, false).catch(() => undefined)
    if (index % 4 === 2) await member.renews(false).catch(() => undefined)
    if (index % 4 === 3) await member.choose(1).catch(() => undefined)
  })
  const renewals = [app.passTo(offer.at), app.tend(), app.tend()]
  await Promise.all([...acts, ...renewals, stop(id)])
  await app.tend()
  const { rows } = await app.pool.query<{ count: number }>(
    `select count(*)::int as count from subscription_charges c join orders o on o.id = c.order_id
     where o.plan_id = $1 and c.price > 10_000 and not exists (
       select from price_offers p join price_consents a on a.offer_id = p.id and a.withdrawn_at is null
       where p.subscription_id = o.subscription_id and p.outcome = 'applied' and p.effective_at <= o.period_start)`,
    [plan.id],
  )
  expect(rows).toEqual([{ count: 0 }])
})

describe('the database', () => {
  it('refuses a dearer renewal without a recorded consent, and a consent outside its 30 days', async () => {
    const member = await makeSubscriber(app, plan.id)
    await edit({ price: 12_000 })
    await start('keep')
    const offer = await passToOffer(member)
    const owner = await connectAsOwner(app)
    const subscription = `(select s.id from subscriptions s join wallets w on w.id = s.wallet_id where w.member_id = ${member.id})`
    const charge = [
      `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, plan_id, plan_version, subscription_id,
         period_start, created_at)
       select order_id || 'x', wallet_id, kind, payment_method, title, 12000, plan_id, 2, subscription_id, '${offer.at}', created_at
       from orders where subscription_id = ${subscription} order by id desc limit 1`,
      `insert into subscription_charges (order_id, kind, price, proration_credit, billing_cycle_anchor, period_index, card_id,
         auto_renew_was_off)
       select max(o.id), 'renew', 12000, 0, now(), 1, max(c.card_id), false
       from orders o left join subscription_charges c on c.order_id = o.id where o.subscription_id = ${subscription}`,
      'rollback',
    ]
    const consent = (at: string) =>
      `insert into price_consents (offer_id, terms, agreed_at) values (${offer.id}, 'x', '${at}')`
    const refusal = 'A charge must have terms that are on sale or agreed to'
    expect(await owner.outcome(...charge)).toBe(refusal)
    expect(
      await owner.outcome(
        `update subscriptions set next_plan_id = plan_id, next_plan_price = 12000, next_plan_version = 2 where id = ${subscription}`,
        `update subscriptions set period_price = 12000, plan_version = 2 where id = ${subscription}`,
        ...charge,
      ),
    ).toBe(refusal)
    expect(
      await owner.outcome(
        `update price_offers set outcome = 'applied' where id = ${offer.id}`,
        ...charge,
      ),
    ).toBe(refusal)
    const within = 'A consent is given within the 30 days before the terms apply'
    expect(await owner.outcome(consent(offer.at))).toBe(within)
    const early = `${addDays(seoulDate(offer.at), -31)}T00:00:00Z`
    expect(await owner.outcome(consent(early))).toBe(within)
    expect(
      await owner.outcome(
        consent(app.clock.now().toISOString()),
        `update price_offers set outcome = 'applied' where id = ${offer.id}`,
        ...charge,
      ),
    ).toBe('done')
    await owner.close()
  })
})
