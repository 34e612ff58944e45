import { freePort } from '#test/processes/free-port.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { metrics } from '#server/shared/metrics.ts'
import { openDatabase } from './client.ts'

test('a connection lost between two statements fails its transaction only', async () => {
  const app = await openTestAppForTest()
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const broken = app.transact(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    // Waits until the connection is closed, while no statement is running on it.
    await owner.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow()
  await owner.end()
  const { rows } = await app.transact((tx) => sql`select 1 as one`.execute(tx))
  expect(rows).toEqual([{ one: 1 }])
})

test('repeats a transaction once on a new connection when its server has become read-only', async () => {
  const { url } = await openTestAppForTest()
  const { pool, transact, close } = openDatabase(url, { connections: 1, name: 'test' })
  onTestFinished(close)
  await pool.query('set default_transaction_read_only = on')
  let runs = 0
  await transact(async (tx) => {
    runs++
    await sql`delete from likes`.execute(tx)
  })
  expect(runs).toBe(2)
})

test('begins a transaction again when its idle connection had ended', async () => {
  const { url } = await openTestAppForTest()
  const { pool, transact, close } = openDatabase(url, { connections: 1, name: 'test' })
  onTestFinished(close)
  const readPid = async (on: Pick<pg.Pool, 'query'>) =>
    (await on.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const former = await readPid(pool)
  process.kill(former, 'SIGTERM')
  // Blocks the event loop, so that the pool hands the connection out before it reads that it has ended.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
  const rows = await transact((tx) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx),
  )
  expect(rows.rows[0]?.pid).not.toBe(former)
})

test('connects to a server that accepts writes only', async () => {
  const { url, owner_url } = await openTestAppForTest()
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  const name = new URL(url).pathname.slice(1)
  await owner.query(`alter database ${name} set default_transaction_read_only = on`)
  await owner.end()
  const { pool, close } = openDatabase(url, { connections: 1, name: 'test' })
  onTestFinished(close)
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: '25006' })
  const replica = openDatabase(url, { connections: 1, name: 'test', counted: false })
  onTestFinished(replica.close)
  await expect(replica.pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
})

test('reads a bigint as a number, alone or in an array, and refuses one that a number would round', async () => {
  const app = await openTestAppForTest()
  const largest = Number.MAX_SAFE_INTEGER
  const read = async (expression: string) =>
    (await app.pool.query<{ value: unknown }>(`select ${expression} as value`)).rows[0]?.value
  expect(await read(`${largest}::bigint`)).toBe(largest)
  expect(await read(`array[1, ${largest}]::bigint[]`)).toEqual([1, largest])
  expect(await read(`'{}'::bigint[]`)).toEqual([])
  for (const type of ['bigint', 'bigint[]'])
    await expect(
      read(`'${type === 'bigint' ? largest + 1 : `{${largest + 1}}`}'::${type}`),
    ).rejects.toThrow(RangeError)
  expect(await read('1')).toBe(1)
})

test('counts a failed connection attempt of every kind of query', async () => {
  const countLost = async () => {
    const { values } = await metrics.database_errors.get()
    return values.find(({ labels }) => labels.class === 'lost')?.value ?? 0
  }
  const unreachable = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`
  const { db, pool, close } = openDatabase(unreachable, { connections: 1, name: 'test' })
  onTestFinished(close)
  const before = await countLost()
  await expect(pool.query('select 1')).rejects.toThrow('ECONNREFUSED')
  await expect(sql`select 1`.execute(db)).rejects.toThrow('ECONNREFUSED')
  expect(await countLost()).toBe(before + 2)

  // Failures of a replica do not count as failures of the primary.
  const replica = openDatabase(unreachable, { connections: 1, name: 'test', counted: false })
  onTestFinished(replica.close)
  await expect(replica.pool.connect()).rejects.toThrow('ECONNREFUSED')
  await expect(replica.pool.query('select 1')).rejects.toThrow('ECONNREFUSED')
  expect(await countLost()).toBe(before + 2)
})
