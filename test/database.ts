import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database server of this run, as the owner; `template` is migrated and has nobody in it. */
    database: { owner_url: string; url: string; template: string }
  }
}

export const template = 'hanpyeon_template'

/** One PostgreSQL for the whole run, gone with it. Each test file makes its own database from the template. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-test-'))
  const database = await startEmbedded(folder, { durable: false })
  const atTemplate = database.owner_url.replace(/\/[^/]*$/, `/${template}`)
  const client = new pg.Client({ connectionString: database.owner_url })
  await client.connect()
  await client.query(`create database ${template}`)
  await client.end()
  await migrate(atTemplate)
  project.provide('database', { owner_url: database.owner_url, url: database.url, template })
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
