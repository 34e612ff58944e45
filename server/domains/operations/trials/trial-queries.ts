import type { TrialProvider } from '#contract/operations/trials.ts'
import type { Db, Tx } from '#server/db/client.ts'

export type StoredTrial = {
  provider: TrialProvider
  tried_at: string
  failure_reason: string | null
  settings_hash: Buffer
}

export async function readTrials(db: Db): Promise<StoredTrial[]> {
  const rows = await db.selectFrom('provider_trials').selectAll().execute()
  return rows as StoredTrial[]
}

export async function upsertTrial(tx: Tx, trial: StoredTrial): Promise<void> {
  await tx
    .insertInto('provider_trials')
    .values(trial)
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(trial))
    .execute()
}
