import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { FieldError } from '#server/shared/problem-error.ts'
import { type RawBuilder, sql } from 'kysely'

/** When something is shown: from an instant, until an instant, and not at all while it is withheld by hand. */
export type PublicationSchedule = {
  is_withheld: boolean
  opens_at: string | null
  closes_at: string | null
}

type Table = 'series' | 'episodes'

/** What readers ask of a row, by its schedule at `now`, and when that has to be looked at again. */
const stands = (now: Date) => sql`
  row (is_withheld or coalesce(opens_at > ${now}, false) or coalesce(closes_at <= ${now}, false),
    not is_withheld and coalesce(closes_at <= ${now}, false),
    case when opens_at > ${now} then opens_at when closes_at > ${now} then closes_at end)`

/** Has what readers see of these rows follow their schedules. */
export async function applySchedules(
  tx: Tx,
  table: Table,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set (is_hidden, is_ended, turns_at) = ${stands(now)}
    where id = any (${ids}::int[])`.execute(tx)
}

/** Rows turned in one transaction: short enough to hold nobody up. */
const atOnce = 200

/**
 * Turns what is due at `now`: listings, search and every prepared answer follow by the triggers that follow any edit.
 * What somebody else holds is left to the next look.
 * @returns how many rows were turned.
 */
export async function applyDueSchedules(tx: Tx, now: Date): Promise<number> {
  const turn = (table: Table): RawBuilder<unknown> => sql`
    update ${sql.table(table)} set (is_hidden, is_ended, turns_at) = ${stands(now)}
    where id in (select id from ${sql.table(table)} where turns_at <= ${now}
      order by id limit ${atOnce} for update skip locked)`
  const series = await turn('series').execute(tx)
  const episodes = await turn('episodes').execute(tx)
  return Number(series.numAffectedRows ?? 0) + Number(episodes.numAffectedRows ?? 0)
}

/** The next instant at which something is shown or no longer; null where nothing is planned. */
export async function readNextScheduledChange(db: Db): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select least((select min(turns_at) from series where turns_at is not null),
      (select min(turns_at) from episodes where turns_at is not null)) as next`.execute(db)
  return rows[0]?.next ?? null
}

/**
 * Refuses a schedule that cannot come true: an instant that was changed to one that is past, or an end before the
 * beginning.
 * @throws Refusal `invalid_request`
 */
export function validateSchedule(
  was: PublicationSchedule,
  is: PublicationSchedule,
  now: Date,
): void {
  const faults: FieldError[] = []
  for (const field of ['opens_at', 'closes_at'] as const) {
    const at = is[field]
    if (at !== null && at !== was[field] && Date.parse(at) <= now.getTime())
      faults.push({ field: `changes.${field}`, code: 'in_the_past' })
  }
  const { opens_at, closes_at } = is
  if (faults.length === 0 && opens_at && closes_at && Date.parse(closes_at) <= Date.parse(opens_at))
    faults.push({ field: 'changes.closes_at', code: 'before_it_opens' })
  if (faults.length > 0) throwProblem('invalid_request', { fields: faults })
}
