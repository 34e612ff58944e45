import type { RentalTerms } from '#contract/transactions/rental-terms.ts'
import type { StudioRentalTerms } from '#contract/transactions/staff/pricing.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, diffFields, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { insertTerms, lockTerms, readNewestTerms } from '../../entitlements/rental-terms-queries.ts'

/**
 * Sets the terms of new rentals (decisions/0040-rentals).
 * @throws ProblemError `edit_conflict` if `id` is not the current terms
 */
export async function setRentalTerms(
  tx: Tx,
  actor: Actor,
  { id, start_days, playback_hours }: RentalTerms,
): Promise<StudioRentalTerms> {
  await lockTerms(tx, id)
  const current = await readNewestTerms(tx)
  if (current.id !== id) throwProblem('edit_conflict')
  const terms = { start_days, playback_hours }
  const { start_days: days, playback_hours: hours } = current
  const change = diffFields({ start_days: days, playback_hours: hours }, terms)
  if (!change) return current
  const added = await insertTerms(tx, terms, actor.now)
  const subject = { subject_kind: 'rental_terms', subject_id: added.id } as const
  await recordAuditEntry(tx, actor, { kind: 'pricing.rental_terms_changed', ...subject, ...change })
  return added
}
