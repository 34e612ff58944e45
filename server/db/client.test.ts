import { freePort } from '#test/processes/free-port.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { metrics } from '#server/shared/metrics.ts'
import { openDatabase } from './client.ts'

test('a connection that breaks between two statements fails its transaction, and nothing else', async () => {
  const world = await openTestAppForTest()
  const owner = new pg.Client({ connectionString: world.owner_url })
  await owner.connect()
  const broken = world.transact(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    // Waits until it is gone; nobody is asking anything of it then.
    await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow()
  await owner.end()
  const { rows } = await world.transact((tx) => sql`select 1 as one`.execute(tx))
  expect(rows).toEqual([{ one: 1 }])
})

test('a connection that is not to be had counts as a failure, whoever asks for it', async () => {
  const lost = async () => {
    const { values } = await metrics.database_errors.get()
    return values.find(({ labels }) => labels.class === 'lost')?.value ?? 0
  }
  const nobody = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
  const { db, pool, close } = openDatabase(nobody, { connections: 1, name: 'test' })
  onTestFinished(close)
  const before = await lost()
  await expect(pool.query('select 1')).rejects.toThrow('ECONNREFUSED')
  await expect(sql`select 1`.execute(db)).rejects.toThrow('ECONNREFUSED')
  expect(await lost()).toBe(before + 2)

  // A replica that is gone wakes nobody who looks after the primary.
  const replica = openDatabase(nobody, { connections: 1, name: 'test', counted: false })
  onTestFinished(replica.close)
  await expect(replica.pool.connect()).rejects.toThrow('ECONNREFUSED')
  await expect(replica.pool.query('select 1')).rejects.toThrow('ECONNREFUSED')
  expect(await lost()).toBe(before + 2)
})
