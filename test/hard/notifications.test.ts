import { verifyEncryptionSecret } from '#server/composition/verify-encryption-secret.ts'
import { openTestAppForTest, type TestApp } from '#test/app/test-app.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { startWorker } from '#test/processes/worker-process.ts'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

const kills = 20
/** Profiles, of which every third likes the series: so many that a worker needs a second for them. */
const profiles = 90_000
const patience = { timeout: 120_000, interval: 50 }

/** Inserts members with a profile each, without triggers. */
async function insertFollowers(app: TestApp, series_id: number) {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `with member as (
       insert into members (id, email, username, phone_ciphertext, phone_blind_index, password_hash, password_changed_at, created_at)
       select at, at || '@example.com', '이한편', '', decode(md5(at::text), 'hex'), '', now(), now()
       from generate_series(1000000, 1000000 + $1) as at returning id
     )
     insert into profiles (id, member_id, position, name, created_at) overriding system value
     select id, id, 1, '이한편', now() from member`,
    [profiles],
  )
  await owner.query(
    `insert into likes (profile_id, series_id, created_at)
     select at, $2, now() from generate_series(1000000, 1000000 + $1, 3) as at`,
    [profiles, series_id],
  )
  await owner.end()
  return Math.floor(profiles / 3) + 1
}

test(`notifies each follower once although workers are killed at ${kills} moments`, async () => {
  const app = await openTestAppForTest()
  // Before members are inserted, whose phone numbers are not encrypted.
  await verifyEncryptionSecret(app.config, app.url)
  const { id, episode_ids } = await makeSeries(
    app,
    {},
    Array.from({ length: kills + 1 }, (_, at) => ({ video_state: at === 0 ? 'ready' : 'none' })),
  )
  await app.runTask('release_alerts')
  const followers = await insertFollowers(app, id)
  const pending = async () => {
    const { rows } = await app.pool.query<{ last: number }>(
      'select last_profile_id as last from notification_events where last_profile_id is not null',
    )
    return rows.map(({ last }) => last)
  }
  let interrupted = 0
  for (const episode of episode_ids.slice(1)) {
    await app.pool.query(`update episodes set video_state = 'ready' where id = $1`, [episode])
    await app.runTask('release_alerts')
    const worker = await startWorker(app)
    await vi.waitUntil(async () => (await pending()).some((last) => last > 0), patience)
    await pause(Math.random() * 300)
    await worker.end('SIGKILL')
    if ((await pending()).length > 0) interrupted++
  }
  console.log(`${interrupted} of ${kills} kills interrupted an event`)
  expect(interrupted).toBeGreaterThan(0)
  const last = await startWorker(app)
  await vi.waitUntil(async () => (await pending()).length === 0, patience)
  expect(await last.end('SIGTERM')).toBe(0)
  const { rows } = await app.pool.query<{ count: number; profiles: number }>(
    `select count(*)::int as count, count(distinct profile_id)::int as profiles
     from notifications group by event_id`,
  )
  expect(rows).toEqual(
    Array.from({ length: kills }, () => ({ count: followers, profiles: followers })),
  )
}, 600_000)
