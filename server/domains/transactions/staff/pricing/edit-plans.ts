import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { studio_pricing, StudioPlan } from '#contract/transactions/staff/pricing.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type Actor, diffFields, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  insertPlan,
  isPlanNameUsed,
  lockPlanRow,
  readStudioPlans,
  updatePlanRow,
} from './plan-queries.ts'

type NewPlan = ParsedInput<typeof studio_pricing.createPlan>['body']
type PlanEdit = ParsedInput<typeof studio_pricing.updatePlan>['body']

const readStudioPlan = async (db: Db, id: number): Promise<StudioPlan> =>
  (await readStudioPlans(db, id))[0] ?? throwProblem('not_found')

type PlanFields = Pick<StudioPlan, 'name' | 'price' | 'max_height' | 'streams'>

/** The fields of a plan as the audit log stores them; `price` is there that of an episode. */
const audited = ({ name, price, max_height, streams }: PlanFields) => ({
  name,
  plan_price: price,
  max_height,
  streams,
})

/** Puts a plan on sale. @throws ProblemError `conflict` if another has its name */
export async function createPlan(tx: Tx, actor: Actor, plan: NewPlan): Promise<StudioPlan> {
  const { id } = (await insertPlan(tx, plan)) ?? throwProblem('conflict')
  await recordAuditEntry(tx, actor, {
    kind: 'pricing.plan_added',
    subject_kind: 'plan',
    subject_id: id,
    subject_name: plan.name,
    after: audited(plan),
  })
  return readStudioPlan(tx, id)
}

/**
 * Changes the terms of a plan for new subscriptions, retires it or puts it on sale again (decisions/0042-subscriptions). Charges
 * of the plan wait for the edit, and the edit for them.
 * @throws ProblemError `not_found`; `edit_conflict` if `version` is outdated, `conflict` if another plan has the name
 */
export async function updatePlan(
  tx: Tx,
  actor: Actor,
  { id, version, is_retired, ...terms }: PlanEdit & { id: number },
): Promise<StudioPlan> {
  const row = (await lockPlanRow(tx, id)) ?? throwProblem('not_found')
  if (row.version !== version) throwProblem('edit_conflict')
  const { name, price, max_height, streams } = row
  const before = { name, price, max_height, streams }
  const after = { ...before, ...definedFields(terms) }
  if (after.name !== name && (await isPlanNameUsed(tx, after.name, id))) throwProblem('conflict')
  const entry = { subject_kind: 'plan', subject_id: id, subject_name: after.name } as const
  const change = diffFields(audited(before), audited(after))
  if (change) {
    await updatePlanRow(tx, id, after)
    await recordAuditEntry(tx, actor, { kind: 'pricing.plan_changed', ...entry, ...change })
  }
  if (is_retired !== undefined && is_retired !== (row.retired_at !== null)) {
    await updatePlanRow(tx, id, { retired_at: is_retired ? actor.now.toISOString() : null })
    const kind = is_retired ? 'pricing.plan_retired' : 'pricing.plan_resumed'
    await recordAuditEntry(tx, actor, { kind, ...entry })
  }
  return readStudioPlan(tx, id)
}

const definedFields = <F extends object>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof F]?: Exclude<F[K], undefined>
  }
