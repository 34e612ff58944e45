import type { EpisodeFields } from '#contract/studio/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { FieldError } from '#server/shared/problem-error.ts'
import { type FieldChanges, diffEdit, type VersionedEdit } from './versioned-edit.ts'
import { type LockedEpisode, lockEpisode } from './lock-for-edit.ts'
import { validateSchedule, applySchedules } from './publication-schedule.ts'

/**
 * Changes fields of an episode. Its price is what the next order is made with: those that were made keep theirs (P1).
 * When it is shown from is also when it was released.
 * @returns what changed, null where nothing does; the episode as it stood.
 * @throws Refusal `not_found`; `edited_meanwhile`; `invalid_request` for prices or a schedule that cannot be
 */
export async function updateEpisode(
  tx: Tx,
  id: number,
  edit: VersionedEdit<EpisodeFields>,
  now: Date,
): Promise<{ change: FieldChanges<EpisodeFields> | null; episode: LockedEpisode }> {
  const stands = (await lockEpisode(tx, id)) ?? throwProblem('not_found')
  const change = diffEdit<EpisodeFields>(stands, edit)
  if (!change) return { change, episode: stands }
  const { after } = change
  const is = { ...stands, ...after }
  checkPrices(is)
  validateSchedule(stands, is, now)
  const isRescheduled = 'is_withheld' in after || 'opens_at' in after || 'closes_at' in after
  const { thumbnail, ...columns } = after
  await tx
    .updateTable('episodes')
    .set({
      ...columns,
      is_withheld: is.is_withheld,
      ...(thumbnail !== undefined && {
        thumbnail_key: thumbnail?.key ?? null,
        ...(thumbnail && { thumbnail_color: thumbnail.color }),
      }),
    })
    .where('id', '=', id)
    .execute()
  if (isRescheduled) {
    await applySchedules(tx, 'episodes', [id], now)
    await noteRelease(tx, stands, is, now)
  }
  return { change, episode: is }
}

/** The date viewers read: the planned instant, or now for what is shown for the first time. */
async function noteRelease(tx: Tx, was: LockedEpisode, is: LockedEpisode, now: Date) {
  const planned = is.opens_at ?? (was.opens_at && !is.is_withheld ? now.toISOString() : null)
  if (planned === null && is.is_withheld) return
  await tx
    .updateTable('episodes')
    .set({ released_at: planned ?? now.toISOString() })
    .where('id', '=', is.id)
    .$if(planned === null, (query) => query.where('released_at', 'is', null))
    .execute()
}

/** What the table's constraints say, in words. */
function checkPrices({ is_free, price, rental_price, in_subscription }: EpisodeFields) {
  const faults: FieldError[] = []
  if (is_free && price > 0) faults.push({ field: 'changes.price', code: 'free_has_no_price' })
  if (is_free && rental_price !== null)
    faults.push({ field: 'changes.rental_price', code: 'free_has_no_price' })
  if (!is_free && price === 0 && !in_subscription)
    faults.push({ field: 'changes.in_subscription', code: 'cannot_be_had' })
  if (faults.length > 0) throwProblem('invalid_request', { fields: faults })
}
