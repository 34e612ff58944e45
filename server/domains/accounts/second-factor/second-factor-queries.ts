import type { Db, Tx } from '#server/db/client.ts'
import type { TotpAuthenticators } from '#server/db/schema/tables.generated.ts'
import { type Insertable, type Updateable, sql } from 'kysely'

/**
 * Reads the second factors of a member, and when a session verified one. An authenticator counts once it is confirmed.
 * @returns undefined if the session has ended.
 */
export const findFactors = (db: Db, member_id: number, session_id: number) =>
  db
    .selectFrom('sessions')
    .select((eb) => [
      'second_factor_at',
      eb
        .exists(
          eb
            .selectFrom('totp_authenticators')
            .where('member_id', '=', member_id)
            .where('secret_ciphertext', 'is not', null),
        )
        .$castTo<boolean>()
        .as('has_authenticator'),
      ...(['passkeys', 'recovery_codes'] as const).map((table) =>
        eb
          .selectFrom(table)
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('member_id', '=', member_id)
          .$asScalar()
          .$notNull()
          .as(table),
      ),
    ])
    .where('id', '=', session_id)
    .executeTakeFirst()

/** Locks a member against concurrent changes of factors. @returns undefined if it is deleted. */
export const lockFactorsOfMember = (tx: Tx, member_id: number) =>
  tx
    .selectFrom('members')
    .select('is_staff')
    .where('id', '=', member_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const lockAuthenticator = (tx: Tx, member_id: number) =>
  tx
    .selectFrom('totp_authenticators')
    .select(['secret_ciphertext', 'pending_secret_ciphertext', 'last_time_step'])
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()

export const insertAuthenticator = (tx: Tx, values: Insertable<TotpAuthenticators>) =>
  tx.insertInto('totp_authenticators').values(values).execute()

export const upsertPendingSecret = (tx: Tx, member_id: number, pending_secret_ciphertext: Buffer) =>
  tx
    .insertInto('totp_authenticators')
    .values({ member_id, pending_secret_ciphertext })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ pending_secret_ciphertext }),
    )
    .execute()

export const updateAuthenticator = (
  tx: Tx,
  member_id: number,
  values: Updateable<TotpAuthenticators>,
) => tx.updateTable('totp_authenticators').set(values).where('member_id', '=', member_id).execute()

export async function replaceRecoveryCodes(tx: Tx, member_id: number, hashes: readonly Buffer[]) {
  await tx.deleteFrom('recovery_codes').where('member_id', '=', member_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ member_id, code_hash })))
    .execute()
}

/** @returns undefined if the member has no such code. */
export const deleteRecoveryCode = (tx: Tx, member_id: number, code_hash: Buffer) =>
  tx
    .deleteFrom('recovery_codes')
    .where('member_id', '=', member_id)
    .where('code_hash', '=', code_hash)
    .returning('member_id')
    .executeTakeFirst()

/** Deletes all second factors of a member. */
export async function deleteFactors(tx: Tx, member_id: number) {
  // This setting bypasses the trigger `enforce_last_second_factor`.
  await sql`select set_config('hanpyeon.second_factor_reset', ${String(member_id)}, true)`.execute(
    tx,
  )
  await tx.deleteFrom('totp_authenticators').where('member_id', '=', member_id).execute()
  await tx.deleteFrom('passkeys').where('member_id', '=', member_id).execute()
}

/** The confirmed authenticators of the demonstration accounts. */
export const findDemoAuthenticators = (db: Db) =>
  db
    .selectFrom('totp_authenticators as a')
    .innerJoin('members as m', 'm.id', 'a.member_id')
    .select(['m.email', 'a.secret_ciphertext'])
    .where('m.is_demo', '=', true)
    .where('a.secret_ciphertext', 'is not', null)
    .$narrowType<{ secret_ciphertext: Buffer }>()
    .execute()
