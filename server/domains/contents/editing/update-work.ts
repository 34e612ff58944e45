import type { WorkFields } from '#contract/studio/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { type FieldChanges, diffEdit, type VersionedEdit } from './versioned-edit.ts'
import { lockWork, releaseEpisodes, replaceCredits, updateRow } from './edit-queries.ts'
import { isRescheduled, validateSchedule } from './schedule-policy.ts'
import { applySchedules } from './schedule-queries.ts'

/**
 * Updates fields of a work. Triggers of its tables update lists, pages, search and the sitemap.
 * @returns the changes, or null if nothing changed; and the current title.
 * @throws `not_found`; `edit_conflict`; `invalid_request` for an invalid schedule
 */
export async function updateWork(
  tx: Tx,
  id: number,
  edit: VersionedEdit<WorkFields>,
  now: Date,
): Promise<{ change: FieldChanges<WorkFields> | null; name: string }> {
  const current = (await lockWork(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<WorkFields>(current, normalizeEdit(edit))
  if (!change) return { change, name: current.title }
  const { after } = change
  const updated = { ...current, ...after }
  validateSchedule(current, updated, now)
  const { people, poster, backdrop, ...columns } = after
  await updateRow(tx, 'series', id, {
    ...columns,
    is_unpublished: updated.is_unpublished,
    ...(poster !== undefined && {
      poster_key: poster?.key ?? null,
      ...(poster && { poster_color: poster.color }),
    }),
    ...(backdrop !== undefined && {
      backdrop_key: backdrop?.key ?? null,
      ...(backdrop && { backdrop_color: backdrop.color }),
    }),
    // The trigger of versions covers neither credits nor countries.
    ...((people || after.countries) && { version: current.version + 1 }),
  })
  if (people) await replaceCredits(tx, id, people)
  if (isRescheduled(after)) {
    await applySchedules(tx, 'series', [id], now)
    if (!updated.is_unpublished) {
      const released_at = updated.publish_at ?? now.toISOString()
      const released = await releaseEpisodes(tx, id, current.publish_at, released_at)
      await applySchedules(tx, 'episodes', released, now)
    }
  }
  return { change, name: updated.title }
}

/** Sorts and deduplicates sets, so that equal sets are no change. A person has each role once. */
function normalizeEdit({ version, changes }: VersionedEdit<WorkFields>): VersionedEdit<WorkFields> {
  const { category_ids, countries, people, descriptors } = changes
  return {
    version,
    changes: {
      ...changes,
      ...(category_ids && { category_ids: [...new Set(category_ids)].sort((a, b) => a - b) }),
      ...(countries && { countries: [...new Set(countries)] }),
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
