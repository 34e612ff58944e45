import type { WorkFields } from '#contract/studio/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { type FieldChanges, diffEdit, type VersionedEdit } from './versioned-edit.ts'
import { lockWork } from './lock-for-edit.ts'
import {
  validateSchedule,
  type PublicationSchedule,
  applySchedules,
} from './publication-schedule.ts'
import { replaceCredits } from './replace-credits.ts'

/**
 * Changes fields of a work. Lists, pages, search and the sitemap hear of it by the triggers of its tables.
 * @returns what changed, null where nothing does; and the title it has now.
 * @throws Refusal `not_found`; `edited_meanwhile`; `invalid_request` for a schedule that cannot come true
 */
export async function updateWork(
  tx: Tx,
  id: number,
  edit: VersionedEdit<WorkFields>,
  now: Date,
): Promise<{ change: FieldChanges<WorkFields> | null; name: string }> {
  const stands = (await lockWork(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<WorkFields>(stands, tidy(edit))
  if (!change) return { change, name: stands.title }
  const { after } = change
  const is = { ...stands, ...after }
  validateSchedule(stands, is, now)
  const { people, poster, backdrop, ...columns } = after
  await tx
    .updateTable('series')
    .set({
      ...columns,
      is_withheld: is.is_withheld,
      ...(poster !== undefined && {
        poster_key: poster?.key ?? null,
        ...(poster && { poster_color: poster.color }),
      }),
      ...(backdrop !== undefined && {
        backdrop_key: backdrop?.key ?? null,
        ...(backdrop && { backdrop_color: backdrop.color }),
      }),
      ...(people && { version: sql<number>`version + 1` }),
    })
    .where('id', '=', id)
    .execute()
  if (people) await replaceCredits(tx, id, people)
  if ('is_withheld' in after || 'opens_at' in after || 'closes_at' in after) {
    await applySchedules(tx, 'series', [id], now)
    await releaseWith(tx, id, stands, is, now)
  }
  return { change, name: is.title }
}

/** Episodes that come out with their work are released with it: when it is planned to, or now. */
async function releaseWith(
  tx: Tx,
  series_id: number,
  was: PublicationSchedule,
  is: PublicationSchedule,
  now: Date,
) {
  if (is.is_withheld) return
  await sql`
    update episodes set released_at = ${is.opens_at ?? now.toISOString()}
    where series_id = ${series_id} and not is_withheld and opens_at is null
      and (released_at is null or released_at = ${was.opens_at}::timestamptz)`.execute(tx)
}

/** Sets are kept in one order, so that the same ones are no change; somebody is in a role but once. */
function tidy({ version, changes }: VersionedEdit<WorkFields>): VersionedEdit<WorkFields> {
  const { category_ids, people, descriptors } = changes
  return {
    version,
    changes: {
      ...changes,
      ...(category_ids && { category_ids: [...new Set(category_ids)].sort((a, b) => a - b) }),
      ...(descriptors && { descriptors: [...new Set(descriptors)] }),
      ...(people && {
        people: [
          ...new Map(
            people
              .toReversed()
              .map((one) => [JSON.stringify([one.role, one.name, one.name_original]), one]),
          ).values(),
        ].toReversed(),
      }),
    },
  }
}
