import type { EpisodeFields } from '#contract/studio/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { type FieldError, throwProblem } from '#server/shared/problem-error.ts'
import { type FieldChanges, diffEdit, type VersionedEdit } from './versioned-edit.ts'
import { type LockedEpisode, lockEpisode, setFirstRelease, updateRow } from './edit-queries.ts'
import { isRescheduled, validateSchedule } from './schedule-policy.ts'
import { applySchedules } from './schedule-queries.ts'

/**
 * Updates fields of an episode. A new price applies to later orders; existing orders keep theirs (P1). The start of
 * publication is also the release date.
 * @returns the changes, or null if nothing changed; and the updated episode.
 * @throws `not_found`; `edit_conflict`; `invalid_request` for an invalid price or schedule
 */
export async function updateEpisode(
  tx: Tx,
  id: number,
  edit: VersionedEdit<EpisodeFields>,
  now: Date,
): Promise<{ change: FieldChanges<EpisodeFields> | null; episode: LockedEpisode }> {
  const current = (await lockEpisode(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<EpisodeFields>(current, edit)
  if (!change) return { change, episode: current }
  const { after } = change
  const updated = { ...current, ...after }
  checkPrices(updated)
  validateSchedule(current, updated, now)
  const { thumbnail, ...columns } = after
  await updateRow(tx, 'episodes', id, {
    ...columns,
    is_unpublished: updated.is_unpublished,
    ...(thumbnail !== undefined && {
      thumbnail_key: thumbnail?.key ?? null,
      ...(thumbnail && { thumbnail_color: thumbnail.color }),
    }),
  })
  if (isRescheduled(after)) {
    // The public release date: the scheduled instant, or now when the episode is first published.
    const { publish_at, is_unpublished } = updated
    const isBroughtForward = current.publish_at !== null && !is_unpublished
    const released_at = publish_at ?? (isBroughtForward ? now.toISOString() : null)
    if (released_at !== null) await updateRow(tx, 'episodes', id, { released_at })
    else if (!is_unpublished) await setFirstRelease(tx, id, now)
    await applySchedules(tx, 'episodes', [id], now)
  }
  return { change, episode: updated }
}

/** Mirrors the table's constraints as field errors. */
function checkPrices({ is_free, price, rental_price, in_subscription }: EpisodeFields) {
  const errors: FieldError[] = []
  if (is_free && price > 0) errors.push({ field: 'changes.price', code: 'free_has_no_price' })
  if (is_free && rental_price !== null)
    errors.push({ field: 'changes.rental_price', code: 'free_has_no_price' })
  if (!is_free && price === 0 && !in_subscription)
    errors.push({ field: 'changes.in_subscription', code: 'not_obtainable' })
  if (errors.length > 0) throwProblem('invalid_request', { fields: errors })
}
