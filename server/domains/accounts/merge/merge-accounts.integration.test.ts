import { endpoints } from '#contract/index.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type ProblemResponseError, type TestApp } from '#test/app/test-app.ts'
import { createTestInquiry } from '#test/fixtures/inquiries.ts'
import { makeMember, openAccount, type TestMember } from '#test/fixtures/members.ts'
import {
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderTopUp,
  readMemberLedger,
  topUp,
} from '#test/fixtures/payments.ts'
import { makePlayable } from '#test/fixtures/watch-history.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { accounts, email_changes, studio, studio_members: calls, transactions } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp({ gateway: true, env: { TOSS_TIMEOUT_MS: '500' } })
  staff = await makeMember(app, { is_staff: true, staff_role: 'support' })
})
afterAll(() => app?.close())

type Refused = { code: string; merge_refusals?: string[] }
const outcome = (call: Promise<unknown>): Promise<Refused> =>
  call.then(
    () => ({ code: 'done' }),
    ({ problem }: ProblemResponseError) => problem as Refused,
  )
const start = (source: { id: number }, target: { id: number }) =>
  staff.call(calls.startMerge, {
    params: { id: target.id },
    body: { source_id: source.id, reason: '같은 분이에요' },
  })
const rows = async <R extends object>(sql: string, values: unknown[]) =>
  (await app.pool.query<R>(sql, values)).rows

/** The token in the newest mail of a merge to an address. */
async function tokenIn({ email }: { email: string }) {
  const [mail] = await rows<{ text: string }>(
    `select text from messages where recipient = $1 and text like '%#merge=%' order by id desc limit 1`,
    [email],
  )
  return /#merge=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const agree = async (member: { email: string }) =>
  createGuestClient(app).call(email_changes.confirmMerge, {
    body: { token: await tokenIn(member) },
  })
const complete = ({ id }: { id: number }, merge_id: number) =>
  staff.call(calls.completeMerge, {
    params: { id },
    body: { merge_id, reason: '두 메일 모두 확인했어요' },
  })

/** Starts a merge that both mailboxes confirm. @returns its id. */
async function prepare(source: TestMember, target: TestMember): Promise<number> {
  const { merge } = await start(source, target)
  await agree(source)
  await agree(target)
  return merge!.id
}
const exists = async ({ id }: { id: number }) =>
  (await rows('select from members where id = $1', [id])).length === 1

test('moves purchases, points with their expiry, profiles, reviews and inquiries, and closes the other account', async () => {
  const [source, target] = [await openAccount(app), await openAccount(app)]
  const [own, points] = [await makePaidEpisode(app), await makePaidEpisode(app, { price: 700 })]
  await topUp(app, source, 10_000)
  await buyByCard(app, source, own)
  await buyWithPoints(source, points, 700)
  const before = await readMemberLedger(app, source)
  const lots = () =>
    rows(
      `select l.kind, l.remaining, l.expires_at from point_lots l join wallets w on w.id = l.wallet_id
       where w.member_id = any($1) order by l.id`,
      [[source.id, target.id]],
    )
  const lotsBefore = await lots()
  await createTestInquiry(source, { title: '두 번 가입했어요' })
  const [both = 0, only = 0] = await makePlayable(app, [{}, {}])
  const series = await rows<{ id: number; series_id: number }>(
    'select id, series_id from episodes where id = any($1) order by id',
    [[both, only]],
  )
  const review = (profile_id: number, series_id: number) =>
    app.pool.query(
      `insert into reviews (profile_id, series_id, rating, context, is_spoiler, created_at, updated_at)
       values ($1, $2, 8, '잘 봤어요', false, $3, $3)`,
      [profile_id, series_id, app.clock.now()],
    )
  await app.pool.query(
    `insert into watch_histories (profile_id, episode_id, series_id, progress, is_completed, watched_at, updated_at, counted_on, source_id)
     select $1, id, series_id, 30, false, $2::timestamptz, $2, current_date, 1 from episodes where id = $3`,
    [source.profile_id, app.clock.now(), both],
  )
  const seriesIds = [...new Set(series.map(({ series_id }) => series_id))]
  for (const series_id of seriesIds) await review(source.profile_id, series_id)
  await review(target.profile_id, seriesIds[0]!)

  const { merge } = await start(source, target)
  expect(merge?.preview).toMatchObject({
    profiles: 1,
    purchases: 2,
    inquiries: 1,
    histories: 1,
    duplicate_reviews: 1,
    reviews: seriesIds.length,
    paid_point: before.paid_point,
    refusals: [],
  })
  expect((await outcome(complete(target, merge!.id))).code).toBe('conflict')
  expect(await agree(source)).toEqual({ is_complete: false })
  expect((await outcome(complete(target, merge!.id))).code).toBe('conflict')
  expect(await agree(target)).toEqual({ is_complete: true })
  const detail = await complete(target, merge!.id)
  expect(detail).toMatchObject({ merge: null, paid_point: before.paid_point })

  expect(await exists(source)).toBe(false)
  expect((await source.fetch(accounts.readMe.path)).status).toBe(401)
  expect(await readMemberLedger(app, target)).toEqual(before)
  expect(await lots()).toEqual(lotsBefore)
  const { results } = await target.call(transactions.listPurchases, { query: {} })
  expect(results.map(({ episode }) => episode.id).toSorted((a, b) => a - b)).toEqual([own, points])
  expect((await target.list()).results).toHaveLength(2)
  const authors = await rows<{ series_id: number }>(
    'select series_id from reviews where author_id = $1 order by series_id',
    [target.id],
  )
  expect(authors.map(({ series_id }) => series_id)).toEqual(seriesIds.toSorted((a, b) => a - b))
  const [history] = await rows('select from watch_histories where profile_id = $1', [
    source.profile_id,
  ])
  expect(history).toBeDefined()
  expect(
    await rows(
      'select source_id, target_id from account_merges where merged_at is not null and source_id = $1',
      [source.id],
    ),
  ).toEqual([{ source_id: source.id, target_id: target.id }])
  // The refund of what was bought before is still possible.
  const owner = await makeMember(app, { is_staff: true })
  const { results: log } = await owner.call(studio.listAuditLog, {
    query: { kind: 'member.merged', subject_id: target.id },
  })
  expect(log).toMatchObject([{ before: { source_id: source.id } }])
  const again = await outcome(complete(target, merge!.id))
  expect(again.code).toBe('conflict')
  expect((await outcome(start(source, target))).merge_refusals).toEqual(['not_found'])
})

test('refuses in words what it cannot move', async () => {
  const [source, target] = [await makeMember(app), await makeMember(app)]
  for (const member of [source, target]) await topUp(app, member, 5_000)
  expect(await outcome(start(source, target))).toMatchObject({
    code: 'merge_refused',
    merge_refusals: ['both_paid'],
  })
  const colleague = await makeMember(app, { is_staff: true, staff_role: 'editor' })
  const free = await makeMember(app)
  expect((await outcome(start(colleague, free))).merge_refusals).toEqual(['staff'])
  expect((await outcome(start(free, free))).merge_refusals).toEqual(['not_found'])
  const crowded = await openAccount(app)
  for (let count = 0; count < 4; count++) await crowded.create()
  expect((await outcome(start(crowded, free))).merge_refusals).toEqual(['profiles'])
  const suspended = await makeMember(app)
  await staff.call(calls.suspendMember, {
    params: { id: suspended.id },
    body: { category: 'account_security', reason: '확인 중이에요' },
  })
  expect((await outcome(start(suspended, free))).merge_refusals).toEqual(['paused'])
})

test('refuses while a payment or a refund is in progress, and afterwards merges', async () => {
  const [source, target] = [await makeMember(app), await makeMember(app)]
  const id = await prepare(source, target)
  const { order, payment_window } = await orderTopUp(source, 5_000)
  const body = await app.gateway.pay(payment_window!)
  app.gateway.faults.add({ call: 'confirm', kind: 'drop_connection_after' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await outcome(source.call(transactions.confirmPayment, { body }))
  expect((await outcome(complete(target, id))).merge_refusals).toEqual(['in_progress'])
  app.gateway.faults.clear()
  await app.workNow('process_payment', {
    order_id: (
      await rows<{ id: number }>('select id from orders where order_id = $1', [order.order_id])
    )[0]!.id,
  })
  expect((await outcome(complete(target, id))).code).toBe('done')
  expect((await readMemberLedger(app, target)).paid_point).toBe(5_000)
})

test('keeps the books when many clients buy and refund on both accounts during the merge', async () => {
  for (let round = 0; round < 3; round++) {
    const [source, target] = [await makeMember(app), await makeMember(app)]
    await topUp(app, source, 10_000)
    const merge_id = await prepare(source, target)
    const episodes = await Promise.all(
      Array.from({ length: 6 }, () => makePaidEpisode(app, { price: 100, rental_price: null })),
    )
    const buy = (member: TestMember, episode: number) =>
      outcome(buyWithPoints(member, episode, 100)).then(({ code }) => code)
    const refund = async () => {
      const { results } = await source.call(transactions.listPurchases, { query: {} })
      const order_id = results[0]?.order_id
      return order_id ? source.call(transactions.requestRefund, { body: { order_id } }) : null
    }
    const [merged, ...bought] = await Promise.all([
      outcome(complete(target, merge_id)),
      ...episodes.map((episode) => buy(source, episode)),
      ...episodes.map((episode) => buy(target, episode)),
      outcome(refund()).then(({ code }) => code),
    ])
    expect(['done', 'merge_refused']).toContain(merged.code)
    expect(bought.every((code) => code !== 'internal_error')).toBe(true)
    const owner = merged.code === 'done' ? target : source
    const [books] = await rows<{
      points: number
      lots: number
      postings: number
      purchases: number
      spent: number
    }>(
      `select w.event_point + w.paid_point as points,
         (select coalesce(sum(remaining), 0)::int from point_lots where wallet_id = w.id) as lots,
         (select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::int from ledger_postings p
           where p.wallet_id = w.id) as postings,
         (select count(*)::int from purchases p where p.wallet_id = w.id and p.state = 'active') as purchases,
         (select coalesce(sum(o.amount), 0)::int from orders o join purchases p on p.order_id = o.id
           where o.wallet_id = w.id and p.state = 'active') as spent
       from wallets w where w.member_id = $1`,
      [owner.id],
    )
    expect(books!.lots).toBe(books!.points)
    expect(Math.abs(books!.postings)).toBe(books!.points)
    expect(books!.points + books!.spent).toBe(10_000 + (await bonusOf(owner)))
    expect(await exists(source)).toBe(merged.code !== 'done')
  }
})

/** The bonus points of the member's top-ups. */
async function bonusOf({ id }: { id: number }): Promise<number> {
  const [row] = await rows<{ bonus: number }>(
    `select coalesce(sum(point_bonus), 0)::int as bonus from orders o join wallets w on w.id = o.wallet_id
     where w.member_id = $1 and o.kind = 'points' and o.status = 'paid'`,
    [id],
  )
  return row!.bonus
}

test('is done once by concurrent requests, and two merges of one account exclude each other', async () => {
  const [source, first, second] = [
    await makeMember(app),
    await makeMember(app),
    await makeMember(app),
  ]
  const merge_id = await prepare(source, first)
  const results = await Promise.all(
    Array.from({ length: 6 }, () => outcome(complete(first, merge_id)).then(({ code }) => code)),
  )
  expect(results.toSorted()).toEqual([...Array<string>(5).fill('conflict'), 'done'])
  expect((await outcome(start(source, second))).code).toBe('merge_refused')

  const [a, b] = [await makeMember(app), await makeMember(app)]
  const [into, back] = [await prepare(a, b), await prepare(b, a)]
  const codes = await Promise.all([
    outcome(complete(b, into)).then(({ code }) => code),
    outcome(complete(a, back)).then(({ code }) => code),
  ])
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(Number(await exists(a)) + Number(await exists(b))).toBe(1)
})

test('ends when the address of one of the accounts changes', async () => {
  const [source, target] = [await makeMember(app), await makeMember(app)]
  const id = await prepare(source, target)
  await app.pool.query('update members set email = $2 where id = $1', [
    source.id,
    `moved-${source.email}`,
  ])
  expect((await outcome(complete(target, id))).code).toBe('conflict')
  expect(await exists(source)).toBe(true)
})

test('needs links that have not expired', async () => {
  const [source, target] = [await makeMember(app), await makeMember(app)]
  const { merge } = await start(source, target)
  const token = await tokenIn(source)
  await agree(target)
  app.clock.advance(86_400_000)
  expect(
    (await outcome(createGuestClient(app).call(email_changes.confirmMerge, { body: { token } })))
      .code,
  ).toBe('invalid_link')
  staff = await makeMember(app, { is_staff: true, staff_role: 'support' })
  expect((await outcome(complete(target, merge!.id))).code).toBe('conflict')
  expect(await exists(source)).toBe(true)
})
