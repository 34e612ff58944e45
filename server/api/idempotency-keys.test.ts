import { studio_members } from '#contract/studio/members.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { givenConsents, readMemberLedger, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { deleteExpiredIdempotencyKeys } from './idempotency-keys.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ gateway: true })))
afterAll(() => world?.close())

const send = (
  member: TestMember,
  key: string,
  body: object,
  path: string = transactions.chargePoints.path,
) =>
  member.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

async function ready() {
  const member = await makeMember(world)
  await topUp(world, member, 5_000)
  const spend = async (price = 1_000) => ({
    ...{ changed_point: -price, is_event: false, is_topup: false },
    ...{
      payment_method: 'point',
      episode: await makePaidEpisode(world, { price }),
      ...givenConsents,
    },
  })
  return { member, spend }
}

test('the same request with its key is done once, and answered as it was', async () => {
  const { member, spend } = await ready()
  const body = await spend()
  const first = await send(member, 'one', body)
  expect(first.status).toBe(201)
  const again = await send(member, 'one', Object.fromEntries(Object.entries(body).toReversed()))
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(await first.json())
  expect((await readMemberLedger(world, member)).paid_point).toBe(4_000)
})

test('sixteen at once: one is done, and the others hear that it is under way, or how it went', async () => {
  const { member, spend } = await ready()
  const body = await spend()
  const answers = await Promise.all(Array.from({ length: 16 }, () => send(member, 'many', body)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(201)
  for (const answer of answers) {
    expect([201, 409]).toContain(answer.status)
    if (answer.status === 409) expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect((await send(member, 'many', body)).status).toBe(201)
  expect((await readMemberLedger(world, member)).paid_point).toBe(4_000)
})

test('a key is of one request, and of one member', async () => {
  const { member, spend } = await ready()
  const other = await ready()
  await send(member, 'mine', await spend())
  const reused = await send(member, 'mine', await spend())
  expect(reused.status).toBe(422)
  expect(await reused.json()).toMatchObject({ code: 'key_reused' })
  const elsewhere = await send(member, 'mine', {}, transactions.orderEpisode.path)
  expect(elsewhere.status).toBe(422)
  expect((await send(other.member, 'mine', await other.spend())).status).toBe(201)
})

const grant = { amount: 500, reason: '불편을 드려 죄송한 마음' }
const grantPath = ({ id }: TestMember) =>
  studio_members.grantPoints.path.replace('{id}', String(id))

test('a key is of one address: points that were given to one are not said to be given to another', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const [one, two] = [await makeMember(world), await makeMember(world)]
  expect((await send(staff, 'sorry', grant, grantPath(one))).status).toBe(201)
  expect((await send(staff, 'sorry', grant, grantPath(two))).status).toBe(422)
  expect((await send(staff, 'sorry', grant, grantPath(one))).status).toBe(201)
  expect((await readMemberLedger(world, one)).event_point).toBe(500)
})

test('what was done is answered also where that cannot be kept, and is not done twice', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const member = await makeMember(world)
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  onTestFinished(() => owner.end())
  await owner.query(`
    create function keep_nothing() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
    create trigger keep_nothing before update on idempotency_keys
      for each row when (new.key = 'unkept' and new.answer is not null) execute function keep_nothing()`)
  expect((await send(staff, 'unkept', grant, grantPath(member))).status).toBe(201)
  const again = await send(staff, 'unkept', grant, grantPath(member))
  expect(await again.json()).toMatchObject({ status: 409, code: 'conflict' })
  expect((await readMemberLedger(world, member)).event_point).toBe(500)
})

test('points are given once under a key, also where a crash took what was kept of it', async () => {
  const staff = await makeMember(world, { is_staff: true })
  const [member, other] = [await makeMember(world), await makeMember(world)]
  const first = await send(staff, 'crashed', grant, grantPath(member))
  // Keys are of a table that a database which fell empties.
  const forget = () => world.pool.query('delete from idempotency_keys')
  await forget()
  const again = await send(staff, 'crashed', grant, grantPath(member))
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual(await first.json())
  for (const [more, whose] of [
    [{ amount: 600 }, member],
    [{}, other],
  ] as const) {
    await forget()
    const reused = await send(staff, 'crashed', { ...grant, ...more }, grantPath(whose))
    expect(await reused.json()).toMatchObject({ status: 422, code: 'key_reused' })
  }
  expect((await readMemberLedger(world, member)).event_point).toBe(500)
  const { rowCount } = await world.pool.query(
    `select from studio_acts where kind = 'member.points_granted' and subject_id = $1`,
    [member.id],
  )
  expect(rowCount).toBe(1)
  // Another's key of the same name is another.
  const colleague = await makeMember(world, { is_staff: true })
  expect((await send(colleague, 'crashed', grant, grantPath(member))).status).toBe(201)
  expect((await readMemberLedger(world, member)).event_point).toBe(1_000)
})

test('what was refused may be tried again with its key', async () => {
  const { member, spend } = await ready()
  const body = await spend(7_000)
  expect((await send(member, 'dear', body)).status).toBe(402)
  await topUp(world, member, 3_000)
  expect((await send(member, 'dear', body)).status).toBe(201)
})

test('a key that is none is refused', async () => {
  const { member, spend } = await ready()
  for (const key of ['', 'a'.repeat(201), 'a b'])
    expect((await send(member, key, await spend())).status, key).toBe(400)
})

test('a key whose server is gone may be used again at once', async () => {
  const { member, spend } = await ready()
  const body = await spend()
  expect((await send(member, 'orphan', body)).status).toBe(201)
  await world.pool.query(
    `update idempotency_keys set answer = null, holder = 1 where member_id = $1 and key = 'orphan'`,
    [member.id],
  )
  expect(await (await send(member, 'orphan', body)).json()).toMatchObject({ code: 'already_owned' })
})

test('a key that nobody answers may be used again after a while; after a day it is gone', async () => {
  const { member, spend } = await ready()
  const body = await spend()
  expect((await send(member, 'lost', body)).status).toBe(201)
  await world.pool.query(
    `update idempotency_keys set answer = null where member_id = $1 and key = 'lost'`,
    [member.id],
  )
  // Its server lives, as far as anybody can tell: it may still be answering.
  expect((await send(member, 'lost', body)).status).toBe(409)
  world.clock.advance(3 * 60_000)
  const again = await send(member, 'lost', body)
  expect(await again.json()).toMatchObject({ code: 'already_owned' })
  world.clock.advance(86_400_000 + 1)
  await deleteExpiredIdempotencyKeys(world, world.clock.now())
  const { rows } = await world.pool.query('select from idempotency_keys where member_id = $1', [
    member.id,
  ])
  expect(rows).toHaveLength(0)
})
