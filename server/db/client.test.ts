import { worldOfTest } from '#test/world.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'

test('a connection that breaks between two statements fails its transaction, and nothing else', async () => {
  const world = await worldOfTest()
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
