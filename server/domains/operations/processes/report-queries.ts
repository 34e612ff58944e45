import type { Db, Tx } from '#server/db/client.ts'
import type { GaugeValues } from '#server/metrics/registry.ts'
import type { Provider, ProviderOutcome } from '#server/adapters/services/provider-outcomes.ts'
import { sql } from 'kysely'

export type ProcessReport = {
  name: string
  kind: 'server' | 'worker'
  host: string
  pid: number
  version: string
  log_level: string
  started_at: string
  reported_at: string
  gauges: GaugeValues
}

/** A process without a report for this long counts as removed. */
const forgottenAfterMinutes = 60

/** Replaces the report of a process and deletes those of processes that are long gone. */
export async function upsertReport(tx: Tx, report: ProcessReport): Promise<void> {
  const row = { ...report, gauges: JSON.stringify(report.gauges) }
  await tx
    .insertInto('process_reports')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  await tx
    .deleteFrom('process_reports')
    .where(
      'reported_at',
      '<',
      new Date(Date.parse(report.reported_at) - forgottenAfterMinutes * 60_000).toISOString(),
    )
    .execute()
}

export async function deleteReports(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.deleteFrom('process_reports').where('name', 'in', names).execute()
}

export async function readReports(db: Db): Promise<ProcessReport[]> {
  const rows = await db
    .selectFrom('process_reports')
    .selectAll()
    .orderBy('kind')
    .orderBy('name')
    .execute()
  return rows as unknown as ProcessReport[]
}

/** Records the outcome of a provider, unless a later one is known. */
export async function upsertOutcome(
  tx: Tx,
  provider: Provider,
  { succeeded_at = null, failed_at = null, failure_reason = null }: NullableOutcome,
): Promise<void> {
  await sql`
    insert into provider_outcomes as o (provider, succeeded_at, failed_at, failure_reason)
    values (${provider}, ${succeeded_at}, ${failed_at}, ${failure_reason})
    on conflict (provider) do update set
      succeeded_at = greatest(o.succeeded_at, excluded.succeeded_at),
      failed_at = greatest(o.failed_at, excluded.failed_at),
      failure_reason = case when excluded.failed_at > coalesce(o.failed_at, '-infinity')
        then excluded.failure_reason else o.failure_reason end`.execute(tx)
}

type NullableOutcome = { [K in keyof ProviderOutcome]: ProviderOutcome[K] | null }

export const readOutcomes = (db: Db) => db.selectFrom('provider_outcomes').selectAll().execute()
