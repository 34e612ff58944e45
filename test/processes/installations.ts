/** Installations to back up and to restore into, in processes of their own. */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import type { TestApp } from '#test/app/test-app.ts'

export async function asOwner<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates folders and databases for the tests of a file, beside those of the app. */
export function createInstallations(readApp: () => TestApp) {
  const folders: string[] = []
  const databases: string[] = []
  const environment = <E extends Record<string, string>>(env: E) => {
    const { media_token, encryption } = readApp().config.secrets
    return {
      MEDIA_TOKEN_SECRET: media_token ?? '',
      DATA_ENCRYPTION_SECRET: encryption ?? '',
      LOG_LEVEL: 'silent',
      ...env,
    }
  }
  async function folder() {
    const path = await mkdtemp(join(tmpdir(), 'hanpyeon-backup-'))
    folders.push(path)
    return path
  }
  return {
    folder,
    /** The environment of the app. */
    sourceEnvironment() {
      const { config, url, owner_url } = readApp()
      return environment({
        DATA_DIR: config.data_dir,
        DATABASE_URL: url,
        DATABASE_OWNER_URL: owner_url,
      })
    },
    /** Creates the environment of a separate installation with an empty database and data folder. */
    async emptyInstallation(env: Record<string, string> = {}) {
      const { owner_url, url } = inject('database')
      const name = `restored_${randomUUID().replaceAll('-', '')}`
      databases.push(name)
      await asOwner(owner_url, (client) => client.query(`create database ${name}`))
      const at = (address: string) => address.replace(/\/[^/]*$/, `/${name}`)
      return environment({
        DATA_DIR: await folder(),
        DATABASE_URL: at(url),
        DATABASE_OWNER_URL: at(owner_url),
        ...env,
      })
    },
    async remove() {
      for (const path of folders) await rm(path, { recursive: true, force: true })
      await asOwner(inject('database').owner_url, async (client) => {
        for (const name of databases)
          await client.query(`drop database if exists ${name} with (force)`)
      })
    },
  }
}

/** Reads all rows, sequence positions, constraints and triggers. A backup is recorded after it has been made, in `backups`. */
export const readDatabase = (url: string) =>
  asOwner(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'archive', 'graphile_worker')
         and c.relname not in ('schema_migrations', 'migrations', 'backups') order by 1`,
    )
    const all: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(
        `select t::text as text from ${name} t order by 1`,
      )
      all[name] = rows.map(({ text }) => text)
    }
    const { rows } = await client.query<{ text: string }>(
      `select s.sequencename || ' ' || coalesce(s.last_value, 0) as text from pg_sequences s order by 1`,
    )
    const constraints = await client.query<{ text: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as text
       from pg_constraint where contype in ('f', 'c', 'u', 'p') order by 1`,
    )
    const triggers = await client.query<{ text: string }>(
      `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as text from pg_trigger where not tgisinternal order by 1`,
    )
    const text = (list: { text: string }[]) => list.map((row) => row.text)
    return {
      all,
      sequences: text(rows),
      constraints: text(constraints.rows),
      triggers: text(triggers.rows),
    }
  })

export async function filesBelow(root: string) {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const entry of entries)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      files[path.slice(root.length + 1)] = (await readFile(path)).toString('base64')
    }
  return files
}

/** Returns the files that other accounts may read. */
export async function filesReadableByOthers(root: string) {
  const files = Object.keys(await filesBelow(root))
  expect(files.length).toBeGreaterThan(0)
  const modes = await Promise.all(files.map(async (file) => (await stat(join(root, file))).mode))
  return files.filter((_, at) => (modes[at]! & 0o077) !== 0)
}
