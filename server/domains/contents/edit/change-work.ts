import type { WorkFields } from '#contract/studio-catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { sql } from 'kysely'
import { type Change, changeFrom, type Edit } from './change.ts'
import { holdWork } from './fields.ts'
import { checkSchedule, type Schedule, settleSchedules } from './schedule.ts'
import { writePeople } from './write-people.ts'

/**
 * Changes fields of a work. Lists, pages, search and the sitemap hear of it by the triggers of its tables.
 * @returns what changed, null where nothing does; and the title it has now.
 * @throws Refusal `not_found`; `edited_meanwhile`; `invalid_request` for a schedule that cannot come true
 */
export async function changeWork(
  tx: Tx,
  id: number,
  edit: Edit<WorkFields>,
  now: Date,
): Promise<{ change: Change<WorkFields> | null; name: string }> {
  const stands = (await holdWork(tx, id)) ?? refuse('not_found')
  const change = changeFrom<WorkFields>(stands, tidy(edit))
  if (!change) return { change, name: stands.title }
  const { after } = change
  const is = { ...stands, ...after }
  checkSchedule(stands, is, now)
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
  if (people) await writePeople(tx, id, people)
  if ('is_withheld' in after || 'opens_at' in after || 'closes_at' in after) {
    await settleSchedules(tx, 'series', [id], now)
    await releaseWith(tx, id, stands, is, now)
  }
  return { change, name: is.title }
}

/** Episodes that come out with their work are released with it: when it is planned to, or now. */
async function releaseWith(tx: Tx, series_id: number, was: Schedule, is: Schedule, now: Date) {
  if (is.is_withheld) return
  await sql`
    update episodes set released_at = ${is.opens_at ?? now.toISOString()}
    where series_id = ${series_id} and not is_withheld and opens_at is null
      and (released_at is null or released_at = ${was.opens_at}::timestamptz)`.execute(tx)
}

/** Sets are kept in one order, so that the same ones are no change; somebody is in a role but once. */
function tidy({ version, changes }: Edit<WorkFields>): Edit<WorkFields> {
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
