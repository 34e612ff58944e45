import type { Database } from '#server/db/client.ts'
import type { MetricsRegistry } from '#server/metrics/registry.ts'
import { version } from '#server/metrics/version.ts'
import { answerWithin } from '#server/shared/async/answer-within.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import {
  returnProviderOutcomes,
  takeProviderOutcomes,
} from '#server/adapters/services/provider-outcomes.ts'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import {
  deleteReports,
  type ProcessReport,
  readReports,
  upsertOutcome,
  upsertReport,
} from './report-queries.ts'

const reportIntervalSeconds = 10

/** Time in ms for the last statement of a process that stops. */
const stopTimeoutMs = 2_000

export type ProcessIdentity = {
  kind: ProcessReport['kind']
  /** Distinguishes the process from others of its kind on the host. Without a port, the pid does. */
  port?: number | undefined
}

export type ProcessReports = {
  report(): Promise<void>
  /** Reports every few seconds until `stop`. */
  start(): void
  /** Deletes the report, so that a process that stops on request does not count as gone. */
  stop(): Promise<void>
}

/** Writes the reports of this process, which the health page shows. */
export function createProcessReports(
  deps: Pick<Database, 'db' | 'transact'> & {
    clock: Clock
    log: Logger
    metrics: Pick<MetricsRegistry, 'readGauges'>
  },
  { kind, port }: ProcessIdentity,
): ProcessReports {
  const { transact, clock, log, metrics } = deps
  const { pid } = process
  const host = hostname()
  const name = `${kind} ${host}:${port ?? `pid ${pid}`}`
  const started_at = clock.now().toISOString()
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  async function report() {
    const gauges = await metrics.readGauges()
    const outcomes = takeProviderOutcomes()
    try {
      await transact(async (tx) => {
        const reported_at = clock.now().toISOString()
        const { level: log_level } = log
        await upsertReport(tx, {
          name,
          kind,
          host,
          pid,
          version,
          log_level,
          started_at,
          reported_at,
          gauges,
        })
        for (const [provider, outcome] of outcomes) await upsertOutcome(tx, provider, outcome)
      })
    } catch (error) {
      returnProviderOutcomes(outcomes)
      throw error
    }
  }

  /** Deletes the reports of processes of this host that were killed: this one has taken their place. */
  async function deleteReplaced() {
    const replaced = (await readReports(deps.db)).filter(
      (row) =>
        row.kind === kind &&
        row.host === host &&
        row.name.endsWith(`pid ${row.pid}`) &&
        hasEnded(row.pid),
    )
    await transact((tx) =>
      deleteReports(
        tx,
        replaced.map((row) => row.name),
      ),
    )
  }

  async function run() {
    await deleteReplaced().catch(() => {})
    while (!stopping.signal.aborted) {
      // The database is away: its loss has its own log line, and the next report follows.
      await report().catch((error: Error) => log.debug({ error: error.message }, 'report failed'))
      await pause(reportIntervalSeconds * 1_000, undefined, {
        signal: stopping.signal,
        ref: false,
      }).catch(() => {})
    }
  }

  return {
    report,
    start: () => void (running ??= run()),
    async stop() {
      stopping.abort()
      if (!running) return
      const remove = async () => {
        await running
        await transact((tx) => deleteReports(tx, [name]))
      }
      await answerWithin(stopTimeoutMs, remove()).catch(() => {})
    },
  }
}

/** Whether no process of this machine has the pid. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
