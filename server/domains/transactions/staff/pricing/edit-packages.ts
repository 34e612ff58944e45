import type { StudioPackage } from '#contract/transactions/staff/pricing.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { findPackage, insertPackage, retirePackageRow } from './package-queries.ts'

type Terms = Pick<StudioPackage, 'amount' | 'bonus'>

const subjectOf = ({ id, amount }: StudioPackage) =>
  ({
    subject_kind: 'point_package',
    subject_id: id,
    subject_name: `${amount.toLocaleString('ko-KR')}P`,
  }) as const

/** @throws 400 `too_big` if the bonus exceeds the amount; ProblemError `conflict` if a package of the amount is on sale */
async function addPackage(tx: Tx, terms: Terms, now: Date): Promise<StudioPackage> {
  if (terms.bonus > terms.amount) throwFieldError('bonus', 'too_big')
  return (await insertPackage(tx, terms, now)) ?? throwProblem('conflict')
}

export async function createPackage(tx: Tx, actor: Actor, terms: Terms): Promise<StudioPackage> {
  const added = await addPackage(tx, terms, actor.now)
  const after = { package_price: added.amount, point_bonus: added.bonus }
  const entry = { kind: 'pricing.package_added', ...subjectOf(added) } as const
  await recordAuditEntry(tx, actor, { ...entry, after })
  return added
}

/**
 * Retires a package and puts one with another bonus in its place. Orders of the former one wait, and are then refused.
 * @throws ProblemError `not_found`; `edit_conflict` if it is retired, `conflict` if another was faster; 400 `too_big`
 */
export async function replacePackage(
  tx: Tx,
  actor: Actor,
  { id, bonus }: Pick<StudioPackage, 'id' | 'bonus'>,
): Promise<StudioPackage> {
  const former = (await findPackage(tx, id)) ?? throwProblem('not_found')
  if (former.retired_at === null && former.bonus === bonus) return former
  if (!(await retirePackageRow(tx, id, actor.now))) throwProblem('edit_conflict')
  const added = await addPackage(tx, { amount: former.amount, bonus }, actor.now)
  await recordAuditEntry(tx, actor, {
    kind: 'pricing.package_changed',
    ...subjectOf(added),
    before: { point_bonus: former.bonus },
    after: { point_bonus: bonus },
  })
  return added
}

/** @throws ProblemError `not_found` */
export async function retirePackage(tx: Tx, actor: Actor, id: number): Promise<null> {
  const retired = await retirePackageRow(tx, id, actor.now)
  if (retired)
    await recordAuditEntry(tx, actor, { kind: 'pricing.package_retired', ...subjectOf(retired) })
  else if (!(await findPackage(tx, id))) throwProblem('not_found')
  return null
}
