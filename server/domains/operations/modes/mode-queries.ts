import type { OperationModes } from '#contract/operations/modes.ts'
import type { LogLevel } from '#contract/operations/modes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { sql } from 'kysely'

/** The notification channel of changed modes. */
export const operationModesChannel = 'operation_modes'

export async function readModes(db: Db): Promise<OperationModes> {
  const row = await db.selectFrom('operation_modes').selectAll().executeTakeFirst()
  if (!row) return { version: 0, maintenance: null, log_level: null }
  return {
    version: row.version,
    maintenance:
      row.maintenance_message !== null && row.maintenance_started_at && row.maintenance_ends_at
        ? {
            message: row.maintenance_message,
            started_at: row.maintenance_started_at,
            ends_at: row.maintenance_ends_at,
          }
        : null,
    log_level:
      row.log_level !== null && row.log_level_ends_at
        ? { level: row.log_level as LogLevel, ends_at: row.log_level_ends_at }
        : null,
  }
}

/** Locks the row of modes until the end of the transaction, and makes it if it is missing. */
export async function lockModes(tx: Tx): Promise<OperationModes> {
  await tx
    .insertInto('operation_modes')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.selectFrom('operation_modes').select('id').forUpdate().execute()
  return readModes(tx)
}

/** Stores the modes, and tells all processes after the commit. */
export async function updateModes(
  tx: Tx,
  { version, maintenance, log_level }: OperationModes,
): Promise<void> {
  await tx
    .updateTable('operation_modes')
    .set({
      version,
      maintenance_message: maintenance?.message ?? null,
      maintenance_started_at: maintenance?.started_at ?? null,
      maintenance_ends_at: maintenance?.ends_at ?? null,
      log_level: log_level?.level ?? null,
      log_level_ends_at: log_level?.ends_at ?? null,
    })
    .execute()
  await sql`select pg_notify(${operationModesChannel}, '')`.execute(tx)
}
