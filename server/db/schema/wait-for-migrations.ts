import type { Logger } from '#server/shared/logger.ts'
import { isDatabaseUnavailable } from '../client.ts'
import { databaseStartupError, isConnectionConfigError } from '../connection-errors.ts'
import { createStartupClient } from '../startup-client.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export const migrationsFolder = join(import.meta.dirname, 'migrations')

/** Between looks, and between words about what is waited for, in ms. */
const lookEvery = 500
const sayEvery = 30_000

/** Names of all migrations of this code, in their order. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(migrationsFolder)).filter((name) => /^\d{4}_[\w-]+\.sql$/.test(name)).sort()
}

/**
 * Resolves once the database has every migration of this code: code that is newer than its schema neither serves nor
 * works, it waits for `npm run migrate`. One that is ahead of the code is as good. Where no database answers, nobody can
 * tell, and it resolves at once: a server says 503 until it is there.
 * @throws StartupFault where `DATABASE_URL` itself is wrong.
 */
export async function waitForMigrations(
  url: string,
  log: Logger,
  wanted?: readonly string[],
): Promise<void> {
  const names = wanted ?? (await migrationNames())
  const client = createStartupClient(url)
  try {
    await client.connect()
    for (let told = -sayEvery; ; await pause(lookEvery)) {
      const missing = await firstMissing(client, names)
      if (!missing) return
      if (performance.now() - told < sayEvery) continue
      told = performance.now()
      log.warn({ migration: missing }, 'waiting for migration')
    }
  } catch (error) {
    if (isConnectionConfigError(error)) throw databaseStartupError(error, url, 'DATABASE_URL')
    if (!isDatabaseUnavailable(error)) throw error
    log.warn({ host: new URL(url).host, error: (error as Error).message }, 'no database answers')
  } finally {
    await client.end().catch(() => {})
  }
}

async function firstMissing(client: pg.Client, names: readonly string[]) {
  // It is made a moment before the first migration lets the application read it; who is no member never may.
  const { rows } = await client.query<{ there: boolean | null }>(
    `select known is not null and
       (has_table_privilege(known, 'select') or not pg_has_role(to_regrole('hanpyeon_app'), 'usage')) as there
     from to_regclass('public.schema_migrations') as known`,
  )
  if (!rows[0]?.there) return names[0]
  const applied = await client.query<{ name: string }>('select name from schema_migrations')
  const there = new Set(applied.rows.map(({ name }) => name))
  return names.find((name) => !there.has(name))
}
