import type { ParsedInput } from '#contract/core/endpoint.ts'
import { addDays, seoulDate } from '#contract/core/seoul-time.ts'
import {
  consentDays,
  type PriceChange,
  type studio_price_changes,
} from '#contract/transactions/staff/price-changes.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { lockPlanRow } from '../pricing/plan-queries.ts'
import {
  findVersion,
  insertPriceChange,
  markStopped,
  readPriceChanges,
  type VersionTerms,
} from './price-change-queries.ts'

type NewPriceChange = ParsedInput<typeof studio_price_changes.startPriceChange>['body']

const readPriceChange = async (db: Db, id: number): Promise<PriceChange> =>
  (await readPriceChanges(db, id))[0] ?? throwProblem('not_found')

/** Whether any term becomes worse, so that members must agree. The database decides it for each member. */
const isWorse = (from: VersionTerms, to: VersionTerms): boolean =>
  to.price > from.price || to.max_height < from.max_height || to.streams < from.streams

const subjectOf = ({ plan }: PriceChange) =>
  ({ subject_kind: 'plan', subject_id: plan.id, subject_name: plan.name }) as const

/**
 * Asks the members of a former version of a plan to move to the one on sale (decisions/0042-subscriptions). A task announces it
 * to each of them.
 * @throws ProblemError `not_found`; `edit_conflict` if `to_version` is not the newest, `conflict` if they have a running price change; 400
 *   `too_early` if worse terms would apply in less than 30 days
 */
export async function startPriceChange(
  tx: Tx,
  actor: Actor,
  { plan_id, from_version, to_version, starts_on, without_consent }: NewPriceChange,
): Promise<PriceChange> {
  const plan = (await lockPlanRow(tx, plan_id)) ?? throwProblem('not_found')
  if (plan.version !== to_version || from_version >= to_version) throwProblem('edit_conflict')
  const from = (await findVersion(tx, plan_id, from_version)) ?? throwProblem('not_found')
  const days = isWorse(from, plan) ? consentDays : 0
  if (starts_on < addDays(seoulDate(actor.now), days))
    throwFieldError('starts_on', 'too_early', days)
  const row = { plan_id, from_version, to_version, starts_on, without_consent }
  const created = await insertPriceChange(tx, { ...row, created_at: actor.now.toISOString() })
  const change = await readPriceChange(tx, (created ?? throwProblem('conflict')).id)
  await recordAuditEntry(tx, actor, {
    kind: 'pricing.price_change_started',
    ...subjectOf(change),
    before: { plan_price: from.price },
    after: { plan_price: plan.price, starts_on, without_consent },
  })
  return change
}

/** Stops a price change; a task withdraws the announced offers. Idempotent. @throws ProblemError `not_found` */
export async function stopPriceChange(tx: Tx, actor: Actor, id: number): Promise<PriceChange> {
  const isStopped = await markStopped(tx, id, actor.now)
  const change = await readPriceChange(tx, id)
  if (isStopped)
    await recordAuditEntry(tx, actor, {
      kind: 'pricing.price_change_stopped',
      ...subjectOf(change),
    })
  return change
}
