import pg from 'pg'
import type { TestApp } from '#test/app/test-app.ts'

/** A connection of the role that owns the tables: it has every privilege, so that only constraints and triggers refuse. */
export async function connectAsOwner(app: TestApp) {
  const client = new pg.Client({ connectionString: app.owner_url })
  await client.connect()
  return {
    client,
    /** Runs statements in one transaction. @returns the violated constraint, the error message, or `done` */
    async outcome(...statements: string[]): Promise<string> {
      try {
        await client.query('begin')
        for (const statement of statements) await client.query(statement)
        await client.query('commit')
        return 'done'
      } catch (error) {
        await client.query('rollback')
        const { constraint, message } = error as pg.DatabaseError
        return constraint ?? message
      }
    },
    /** Reads the id of a member's wallet. */
    async walletOf(memberId: number): Promise<number> {
      const { rows } = await client.query<{ id: number }>(
        'select id from wallets where member_id = $1',
        [memberId],
      )
      return rows[0]!.id
    },
    close: () => client.end(),
  }
}

/** Removes the settings and the documents of the service, which a new installation does not have. */
export async function emptyService(app: TestApp): Promise<void> {
  const owner = await connectAsOwner(app)
  await owner.client.query('truncate service_settings, terms_versions')
  await owner.client.end()
  await app.server.flushInvalidations()
}
