import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../connection.ts'

export const database = 'hanpyeon'

/** By role: the superuser, who owns everything, and the application. */
export type Passwords = { postgres: string; hanpyeon: string }

/**
 * Reads the passwords of a cluster. Both roles of a cluster that an earlier version made have the same one; the application gets
 * its own at the next launch, when nothing is connected with the old one.
 */
export function readPasswords(folder: string, isRunning: boolean): Passwords {
  const postgres = readFileSync(join(folder, 'postgres.secret'), 'utf8').trim()
  const file = join(folder, 'postgres-app.secret')
  if (!existsSync(file)) {
    if (isRunning) return { postgres, hanpyeon: postgres }
    writeFileSync(`${file}.part`, newPassword(), { mode: 0o600 })
    renameSync(`${file}.part`, file)
  }
  return { postgres, hanpyeon: readFileSync(file, 'utf8').trim() }
}

export const newPassword = () => randomBytes(24).toString('hex')

/** Creates the roles and the database if they do not exist, and sets the application's password. A standby has those of its primary. */
export async function prepareRolesAndDatabase(url: string, password: string) {
  const client = createClient(url, { name: 'hanpyeon start', answer_within: 0 })
  await client.connect()
  try {
    await client.query(`do $$ begin
      if pg_is_in_recovery() then return; end if;
      if not exists (select from pg_roles where rolname = 'hanpyeon_app') then create role hanpyeon_app nologin; end if;
      if not exists (select from pg_roles where rolname = 'hanpyeon') then
        create role hanpyeon login in role hanpyeon_app; end if;
      alter role hanpyeon password '${password}';
      end $$`)
    const { rows } = await client.query(
      'select from pg_database where datname = $1 union all select where pg_is_in_recovery()',
      [database],
    )
    if (rows.length === 0) await client.query(`create database ${database}`)
  } finally {
    await client.end()
  }
}
