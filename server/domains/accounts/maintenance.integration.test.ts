import { queueMessage } from '#server/messages/queue-message.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { runAccountsMaintenance } from './registration.ts'

const minute = 60_000
const day = 1_440 * minute

test('deletes expired rows in batches and keeps the others', async () => {
  const app = await openTestAppForTest()
  const start = app.clock.now()
  const inDays = (days: number) => new Date(start.getTime() + days * day).toISOString()
  const { id } = await makeMember(app)
  const count = async (table: string, where = 'true') =>
    (await app.pool.query(`select from ${table} where ${where}`)).rowCount

  // More than one batch.
  await app.pool.query(
    `insert into sessions (token_hash, created_at, last_seen_at, expires_at, device, address)
     select sha256(n::text::bytea), $1, $1, $2, '', '127.0.0.1' from generate_series(1, 4500) n`,
    [start, inDays(1)],
  )
  await app.pool.query(
    `insert into verification_codes (session_id, channel, target_ciphertext, target_blind_index, sent_at, expires_at)
     select id, 'email', '', '', $1, $1 from sessions where member_id is null`,
    [start],
  )
  for (const days of [1, 20])
    await app.pool.query(
      `insert into password_reset_links (member_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)`,
      [id, `link ${days}`, start, inDays(days)],
    )
  await app.pool.query(
    `insert into rate_limits (bucket, window_started_at, count) values ('old', $1, 1), ('new', $2, 1)`,
    [start, inDays(7)],
  )
  await app.pool.query(
    `insert into known_devices (member_id, token_hash, network_index, last_used_at)
     values ($1, sha256('unused'), '', $2), ($1, sha256('used'), '', $3)`,
    [id, inDays(-173), start],
  )
  await app.transact((tx) =>
    queueMessage(tx, { kind: 'sms', to: '01012345678', text: 'seen' }, { now: start }),
  )
  const { rows } = await app.pool.query<{ id: number }>('select id from messages')
  await app.workNow('send_message', { message_id: rows[0]?.id ?? 0 })
  await app.transact((tx) =>
    queueMessage(tx, { kind: 'sms', to: '01012345678', text: 'waits' }, { now: start }),
  )

  const runMaintenance = () => runAccountsMaintenance(app)
  app.clock.set(inDays(0.5))
  await runMaintenance()
  expect(await count('sessions')).toBe(4501)
  expect([
    await count('password_reset_links'),
    await count('rate_limits'),
    await count('messages'),
  ]).toEqual([2, 2, 2])

  app.clock.set(inDays(8))
  await Promise.all([runMaintenance(), runMaintenance(), runMaintenance()])
  expect(await count('sessions')).toBe(1)
  expect(await count('verification_codes')).toBe(0)
  expect(await count('password_reset_links', `expires_at = '${inDays(20)}'`)).toBe(1)
  expect(await count('password_reset_links')).toBe(1)
  expect(await count('rate_limits', `bucket = 'new'`)).toBe(1)
  expect(await count('rate_limits')).toBe(1)
  expect(await count('known_devices', `token_hash = sha256('used')`)).toBe(1)
  expect(await count('known_devices')).toBe(1)
  // Messages not sent yet stay.
  expect(await count('messages', `text = 'waits'`)).toBe(1)
  expect(await count('messages')).toBe(1)

  // The member's session has been idle for two weeks.
  app.clock.set(inDays(15))
  await runMaintenance()
  expect(await count('sessions')).toBe(0)
})
