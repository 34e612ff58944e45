import type { OperationModes } from '#contract/operations/modes.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, type AuditAction, recordAuditEntry } from '#server/domains/studio/index.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import { lockModes, updateModes } from './mode-queries.ts'

type Change = Pick<OperationModes, 'maintenance'> | Pick<OperationModes, 'log_level'>

/**
 * Changes the modes and records it.
 * @param version the one that the editor has seen; null if only the outcome matters
 * @param decide returns the change; null if nothing is left to change
 * @throws ProblemError `edit_conflict` if there is a newer version
 */
async function changeModes(
  tx: Tx,
  actor: Actor,
  { kind, version }: { kind: AuditAction; version: number | null },
  decide: (modes: OperationModes) => Change | null,
): Promise<OperationModes> {
  const before = await lockModes(tx)
  if (version !== null && before.version !== version) throwProblem('edit_conflict')
  const change = decide(before)
  if (!change) return before
  const after = { ...before, ...change, version: before.version + 1 }
  await updateModes(tx, after)
  const valueOf = (modes: OperationModes) =>
    ('maintenance' in change ? modes.maintenance : modes.log_level) ?? null
  await recordAuditEntry(tx, actor, {
    kind,
    subject_kind: 'operation_modes',
    subject_id: null,
    before: valueOf(before),
    after: valueOf(after),
  })
  return after
}

/**
 * Closes the site to viewers, or changes the message and the expected end.
 * @throws ProblemError `invalid_request` for an end in the past
 */
export const setMaintenance = (
  tx: Tx,
  actor: Actor,
  { version, message, ends_at }: { version: number; message: string; ends_at: string },
): Promise<OperationModes> => {
  if (Date.parse(ends_at) <= actor.now.getTime()) throwFieldError('ends_at', 'in_the_past')
  return changeModes(tx, actor, { kind: 'operations.maintenance_set', version }, (modes) => ({
    maintenance: {
      message,
      ends_at,
      started_at: modes.maintenance?.started_at ?? actor.now.toISOString(),
    },
  }))
}

/** Opens the site again; does nothing if it is open. */
export const endMaintenance = (tx: Tx, actor: Actor): Promise<OperationModes> =>
  changeModes(tx, actor, { kind: 'operations.maintenance_ended', version: null }, (modes) =>
    modes.maintenance ? { maintenance: null } : null,
  )

/** Sets the log level of all processes until the time is over. */
export const setLogLevel = (
  tx: Tx,
  actor: Actor,
  {
    version,
    level,
    minutes,
  }: { version: number; level: NonNullable<OperationModes['log_level']>['level']; minutes: number },
): Promise<OperationModes> =>
  changeModes(tx, actor, { kind: 'operations.log_level_set', version }, () => ({
    log_level: { level, ends_at: new Date(actor.now.getTime() + minutes * 60_000).toISOString() },
  }))

/** Returns all processes to the level of their environment. */
export const resetLogLevel = (tx: Tx, actor: Actor): Promise<OperationModes> =>
  changeModes(tx, actor, { kind: 'operations.log_level_reset', version: null }, (modes) =>
    modes.log_level ? { log_level: null } : null,
  )
