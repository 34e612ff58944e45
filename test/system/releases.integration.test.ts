import { accounts } from '#contract/accounts/accounts.ts'
import { createServerApp } from '#server/composition/create-server.ts'
import { readConfig } from '#server/config.ts'
import { loadSnapshot } from '#server/db/backup/snapshot.ts'
import { planUpgrade } from '#server/db/schema/upgrade-plan.ts'
import { createLogger } from '#server/shared/logger.ts'
import { demoMembers } from '#seed/activity/demo-credentials.ts'
import { createEmptyDatabase, createMigratedDatabase } from '#test/app/empty-database.ts'
import { readRelease, releasedVersions } from '#test/fixtures/releases/read-releases.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

/** Rows of members and of money, which no upgrade adds or removes. */
const kept = ['members', 'profiles', 'consents', 'wallets', 'orders', 'purchases', 'ledger_entries']

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table}`,
  )
  return Number(rows[0]?.count)
}

const readColumns = async (client: pg.Client) =>
  (
    await client.query<{ column: string }>(
      `select format('%s.%s.%s %s %s', table_schema, table_name, column_name, data_type, is_nullable) as column
       from information_schema.columns where table_schema in ('public', 'archive') order by 1`,
    )
  ).rows.map(({ column }) => column)

test('a version has been released', () => {
  expect(releasedVersions.length).toBeGreaterThan(0)
})

test.each(releasedVersions)(
  'restores and upgrades the database of version %s',
  async (released) => {
    const { manifest, rows, secret } = readRelease(released)
    const { url, client } = await createEmptyDatabase()
    // As `restore` does: the migrations of that version, its rows, then the newer migrations.
    await loadSnapshot(url, manifest, (table) => Readable.from([rows[table] ?? '']))
    for (const table of kept) {
      const before = manifest.tables.find((entry) => entry.table === `public.${table}`)?.rows
      expect(before).toBeGreaterThan(0)
      expect([table, await countRows(client, table)]).toEqual([table, before])
    }
    const fresh = await createMigratedDatabase()
    expect(await readColumns(client)).toEqual(await readColumns(fresh.client))
    expect(await planUpgrade(url)).toMatchObject({ migrations: [], functions: 0 })
    await expectSignIn(url, secret)
  },
)

/** A member of then signs in to the code of now. */
async function expectSignIn(url: string, DATA_ENCRYPTION_SECRET: string) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'hanpyeon-release-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  const config = readConfig({ DATA_DIR, DATABASE_URL: url, DATA_ENCRYPTION_SECRET })
  const server = await createServerApp(config, { url }, { log: createLogger('silent', 'test') })
  try {
    await server.http.listen(0, '127.0.0.1')
    const { port } = server.http.server.address() as AddressInfo
    const [{ email, password, phonenumber }] = demoMembers
    const response = await fetch(`http://127.0.0.1:${port}${accounts.signIn.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email, password }),
    })
    expect(await response.json()).toMatchObject({ email, phonenumber })
  } finally {
    await server.close()
  }
}
