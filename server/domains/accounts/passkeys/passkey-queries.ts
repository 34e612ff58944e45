import type { Db, Tx } from '#server/db/client.ts'
import type { Passkeys } from '#server/db/schema/tables.generated.ts'
import type { Insertable } from 'kysely'

const publicColumns = ['id', 'name', 'created_at', 'last_used_at'] as const

/** The passkeys of a member, oldest first. */
export const findPasskeys = (db: Db, member_id: number) =>
  db
    .selectFrom('passkeys')
    .select(publicColumns)
    .where('member_id', '=', member_id)
    .orderBy('id')
    .execute()

/** The credential descriptors of a member's passkeys (WebAuthn Level 3, section 5.8.3). */
export const findCredentialDescriptors = (db: Db, member_id: number) =>
  db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('member_id', '=', member_id)
    .execute()

export const insertPasskey = (tx: Tx, values: Insertable<Passkeys>) =>
  tx.insertInto('passkeys').values(values).returning(publicColumns).executeTakeFirstOrThrow()

export const lockPasskey = (tx: Tx, credential_id: string) =>
  tx
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .forUpdate()
    .executeTakeFirst()

export const updatePasskeyUse = (tx: Tx, id: number, counter: number, now: Date) =>
  tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toISOString() })
    .where('id', '=', id)
    .execute()

export const deletePasskey = (tx: Tx, member_id: number, id: number) =>
  tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', member_id)
    .returning('name')
    .executeTakeFirst()
