import type { ExperimentArm } from '#contract/studio/recommendations.ts'
import { hash } from 'node:crypto'

/**
 * The arm of a profile in an experiment, by the lowest bit of a SHA-256: fixed without being stored, even over profiles, and
 * independent between experiments. `armSql` is the same in SQL.
 */
export const assignArm = (experiment_id: number, profile_id: number): ExperimentArm =>
  hash('sha256', `${experiment_id}:${profile_id}`, 'buffer')[0]! % 2 === 0 ? 'control' : 'treatment'
