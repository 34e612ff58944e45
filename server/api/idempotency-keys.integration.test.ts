import { studio_payments } from '#contract/transactions/staff/payments.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { givenConsents, readMemberLedger, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deleteExpiredIdempotencyKeys } from './idempotency-keys.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const send = (
  member: TestMember,
  key: string,
  body: object,
  path: string = transactions.createPointTransaction.path,
) =>
  member.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

async function makePayer() {
  const member = await makeMember(app)
  await topUp(app, member, 5_000)
  const spend = async (price = 1_000) => ({
    changed_point: -price,
    is_event: false,
    is_topup: false,
    payment_method: 'point',
    episode: await makePaidEpisode(app, { price }),
    ...givenConsents,
  })
  return { member, spend }
}

test('runs a repeated request once and returns the first response', async () => {
  const { member, spend } = await makePayer()
  const body = await spend()
  const first = await send(member, 'one', body)
  expect(first.status).toBe(201)
  const again = await send(member, 'one', Object.fromEntries(Object.entries(body).toReversed()))
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(await first.json())
  expect((await readMemberLedger(app, member)).paid_point).toBe(4_000)
})

test('runs sixteen concurrent requests once and answers the others with the result or 409', async () => {
  const { member, spend } = await makePayer()
  const body = await spend()
  const responses = await Promise.all(Array.from({ length: 16 }, () => send(member, 'many', body)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses).toContain(201)
  for (const { status, headers } of responses)
    expect([status, headers.get('retry-after')]).toEqual(status === 201 ? [201, null] : [409, '1'])
  expect((await send(member, 'many', body)).status).toBe(201)
  expect((await readMemberLedger(app, member)).paid_point).toBe(4_000)
})

test('binds a key to one request and one member', async () => {
  const { member, spend } = await makePayer()
  const other = await makePayer()
  await send(member, 'mine', await spend())
  const reused = await send(member, 'mine', await spend())
  expect(reused.status).toBe(422)
  expect(await reused.json()).toMatchObject({ code: 'idempotency_key_reused' })
  const elsewhere = await send(member, 'mine', {}, transactions.orderEpisode.path)
  expect(elsewhere.status).toBe(422)
  expect((await send(other.member, 'mine', await other.spend())).status).toBe(201)
})

const grant = { amount: 500, reason: '불편을 드려 죄송한 마음' }
const grantPath = ({ id }: TestMember) =>
  studio_payments.grantPoints.path.replace('{id}', String(id))

test('binds a key to one path, so that a grant to another member is rejected', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const [receiver, stranger] = [await makeMember(app), await makeMember(app)]
  expect((await send(staff, 'grant', grant, grantPath(receiver))).status).toBe(201)
  expect((await send(staff, 'grant', grant, grantPath(stranger))).status).toBe(422)
  expect((await send(staff, 'grant', grant, grantPath(receiver))).status).toBe(201)
  expect((await readMemberLedger(app, receiver)).event_point).toBe(500)
})

test('returns the response even if it cannot be stored, and does not run the request again', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const member = await makeMember(app)
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`
    create function keep_nothing() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger keep_nothing before update on idempotency_keys
      for each row when (new.key = 'unkept' and new.response is not null) execute function keep_nothing()`)
  expect((await send(staff, 'unkept', grant, grantPath(member))).status).toBe(201)
  const again = await send(staff, 'unkept', grant, grantPath(member))
  expect(await again.json()).toMatchObject({ status: 409, code: 'conflict' })
  expect((await readMemberLedger(app, member)).event_point).toBe(500)
})

test('grants points once per key even if a crash has emptied the key table', async () => {
  const staff = await makeMember(app, { is_staff: true })
  const [member, other] = [await makeMember(app), await makeMember(app)]
  const first = await send(staff, 'crashed', grant, grantPath(member))
  // PostgreSQL truncates an unlogged table after a crash.
  const deleteKeys = () => app.pool.query('delete from idempotency_keys')
  await deleteKeys()
  const again = await send(staff, 'crashed', grant, grantPath(member))
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(await first.json())
  for (const [changes, target] of [
    [{ amount: 600 }, member],
    [{}, other],
  ] as const) {
    await deleteKeys()
    const reused = await send(staff, 'crashed', { ...grant, ...changes }, grantPath(target))
    expect(await reused.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  }
  expect((await readMemberLedger(app, member)).event_point).toBe(500)
  const { rowCount } = await app.pool.query(
    `select from audit_log where kind = 'member.points_granted' and subject_id = $1`,
    [member.id],
  )
  expect(rowCount).toBe(1)
  // The same key of another staff member is a different key.
  const colleague = await makeMember(app, { is_staff: true })
  expect((await send(colleague, 'crashed', grant, grantPath(member))).status).toBe(201)
  expect((await readMemberLedger(app, member)).event_point).toBe(1_000)
})

test('runs a request again with its key after a problem response', async () => {
  const { member, spend } = await makePayer()
  const body = await spend(7_000)
  expect((await send(member, 'dear', body)).status).toBe(402)
  await topUp(app, member, 3_000)
  expect((await send(member, 'dear', body)).status).toBe(201)
})

test('rejects an invalid key', async () => {
  const { member, spend } = await makePayer()
  for (const key of ['', 'a'.repeat(201), 'a b'])
    expect((await send(member, key, await spend())).status, key).toBe(400)
})

test('accepts a key again at once if its process has died', async () => {
  const { member, spend } = await makePayer()
  const body = await spend()
  expect((await send(member, 'orphan', body)).status).toBe(201)
  await app.pool.query(
    `update idempotency_keys set response = null, process_lock_id = 1 where member_id = $1 and key = 'orphan'`,
    [member.id],
  )
  expect(await (await send(member, 'orphan', body)).json()).toMatchObject({ code: 'already_owned' })
})

test('accepts an unanswered key again after a timeout, and deletes it after a day', async () => {
  const { member, spend } = await makePayer()
  const body = await spend()
  expect((await send(member, 'lost', body)).status).toBe(201)
  await app.pool.query(
    `update idempotency_keys set response = null where member_id = $1 and key = 'lost'`,
    [member.id],
  )
  // The process that claimed the key is alive and may still be running the request.
  expect((await send(member, 'lost', body)).status).toBe(409)
  app.clock.advance(3 * 60_000)
  const again = await send(member, 'lost', body)
  expect(await again.json()).toMatchObject({ code: 'already_owned' })
  app.clock.advance(86_400_000 + 1)
  await deleteExpiredIdempotencyKeys(app, app.clock.now())
  const { rows } = await app.pool.query('select from idempotency_keys where member_id = $1', [
    member.id,
  ])
  expect(rows).toHaveLength(0)
})
