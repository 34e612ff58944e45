import {
  type Health,
  type HealthPart,
  healthParts,
  type PartHealth,
  type ProcessHealth,
} from '#contract/operations/health.ts'
import { answerWithin } from '#server/shared/async/answer-within.ts'
import { type ProcessReport, readReports } from '../processes/report-queries.ts'
import { firingAlerts, partRunbooks, stateOfAlerts } from './part-alerts.ts'
import {
  type HealthDependencies,
  isGone,
  liveGauges,
  type PartContext,
  worse,
} from './part-reading.ts'
import { partReaders } from './read-parts.ts'

/** Time in ms that each part has to answer. */
const partTimeoutMs = 3_000

/**
 * Reads the health of every part. Parts that hang or fail have the state `no_answer` after a limited time; none of them delays
 * another.
 */
export async function readHealth(
  deps: HealthDependencies,
  now: Date,
  timeout_ms = partTimeoutMs,
): Promise<Health> {
  const reports = await answerWithin(timeout_ms, readReports(deps.db)).catch(() => [])
  const processes = reports.map((report) => healthOf(report, now))
  const context = { ...deps, now, reports, processes }
  const parts = await Promise.all(healthParts.map((part) => readPart(part, context, timeout_ms)))
  return { read_at: now.toISOString(), processes, parts }
}

async function readPart(
  part: HealthPart,
  context: PartContext,
  timeout_ms: number,
): Promise<PartHealth> {
  const runbook = partRunbooks[part]
  try {
    const read = async () => partReaders[part](context)
    const { state, figures, measured_at, gauges } = await answerWithin(timeout_ms, read())
    const alerts = state === 'off' ? [] : firingAlerts(part, gauges ?? liveGauges(context))
    return {
      part,
      state: worse(state ?? 'good', stateOfAlerts(alerts)),
      figures,
      measured_at: measured_at ?? context.now.toISOString(),
      alerts,
      runbook,
    }
  } catch {
    return { part, state: 'no_answer', figures: [], measured_at: null, alerts: [], runbook }
  }
}

/** `ServerGone` pages a person, `WorkerGone` does not: another worker takes over. */
function healthOf(report: ProcessReport, now: Date): ProcessHealth {
  const { name, kind, host, version, log_level, started_at, reported_at } = report
  const goneState = kind === 'server' ? 'broken' : 'look'
  return {
    name,
    kind,
    host,
    version,
    log_level,
    state: isGone(report, now) ? goneState : 'good',
    started_at,
    reported_at,
  }
}
