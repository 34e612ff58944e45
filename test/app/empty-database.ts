import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished, vi } from 'vitest'

/** Creates an empty database for one test, with a connection as its owner. */
export const createEmptyDatabase = () => createDatabase('template1')

/** Creates a database for one test that all migrations have run on. */
export const createMigratedDatabase = () => createDatabase(inject('database').template)

async function createDatabase(template: string) {
  const { owner_url } = inject('database')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const server = new pg.Client({ connectionString: owner_url })
  await server.connect()
  await server.query(`create database ${name} template ${template} strategy file_copy`)
  const url = owner_url.replace(/\/[^/]*$/, `/${name}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    // The queue's own migration closes its connections a moment after it has finished.
    await vi.waitFor(() => server.query(`drop database ${name}`), { timeout: 60_000 })
    await server.end()
  })
  return { url, client }
}
