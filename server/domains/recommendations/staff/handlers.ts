import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { deleteOverride, listOverrides, setOverride } from './override-queries.ts'
import {
  endExperiment,
  listExperiments,
  startExperiment,
} from '../experiments/experiment-queries.ts'
import { readCurrentModel } from '../model-queries.ts'
import { readRowStats } from './row-count-queries.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { recordAuditEntry } from '#server/domains/studio/index.ts'

const experimentKind = 'recommendation_experiment'

const workSubject = (subject_id: number, subject_name: string) => ({
  subject_kind: 'recommended_work' as const,
  subject_id,
  subject_name,
})

/** Figures of recommendations, the works that staff pin or exclude, and experiments. */
export function studioRecommendationsHandlers(): Handlers<typeof endpoints.studio_recommendations> {
  return {
    async readOverview({ db, now }) {
      const [model = null, stats] = await Promise.all([readCurrentModel(db), readRowStats(db, now)])
      return { model, ...stats }
    },
    async listOverrides({ db }) {
      const results = await listOverrides(db)
      return { count: results.length, results }
    },
    setOverride: (call) =>
      call.transact(async (tx) => {
        const { id: series_id } = call.params
        const { kind } = call.body
        const set =
          (await setOverride(tx, { series_id, kind }, call.now)) ?? throwProblem('not_found')
        if (set.before === kind) return null
        await recordAuditEntry(tx, call, {
          kind: `recommendation.work_${kind}`,
          ...workSubject(series_id, set.title),
        })
        return null
      }),
    removeOverride: (call) =>
      call.transact(async (tx) => {
        const { id } = call.params
        const { title } = (await deleteOverride(tx, id)) ?? throwProblem('not_found')
        const kind = 'recommendation.work_restored'
        await recordAuditEntry(tx, call, { kind, ...workSubject(id, title) })
        return null
      }),
    async listExperiments({ db }) {
      const results = await listExperiments(db)
      return { count: results.length, results }
    },
    startExperiment: (call) =>
      call.transact(async (tx) => {
        const { name, treatment } = call.body
        const id =
          (await startExperiment(tx, call.body, call.now)) ??
          throwProblem('conflict', { retry_after: 1 })
        await recordAuditEntry(tx, call, {
          kind: 'recommendation.experiment_started',
          subject_kind: experimentKind,
          subject_id: id,
          subject_name: name,
          after: { treatment },
        })
        return null
      }),
    endExperiment: (call) =>
      call.transact(async (tx) => {
        const { id } = call.params
        const { name, hasEnded } =
          (await endExperiment(tx, id, call.now)) ?? throwProblem('not_found')
        if (!hasEnded) return null
        await recordAuditEntry(tx, call, {
          kind: 'recommendation.experiment_ended',
          subject_kind: experimentKind,
          subject_id: id,
          subject_name: name,
        })
        return null
      }),
  }
}
