import type { HealthPart, HealthState } from '#contract/operations/health.ts'
import type { GaugeValues } from '#server/metrics/registry.ts'
import { NoAnswer } from '#server/shared/async/answer-within.ts'
import { type Provider } from '#server/adapters/services/provider-outcomes.ts'
import { type ProcessReport, readOutcomes } from '../processes/report-queries.ts'
import {
  readBackups,
  readDatabaseFacts,
  readReceivedAlerts,
  readStorageUsage,
} from './health-queries.ts'
import {
  figure,
  liveGauges,
  liveReports,
  type PartContext,
  type PartReader,
  type PartReading,
  worse,
} from './part-reading.ts'

/** The values of a gauge, of all its labels. */
const numbersOf = (gauges: GaugeValues, name: string): number[] => {
  const value = gauges[name] ?? {}
  return typeof value === 'number' ? [value] : Object.values(value)
}

/** The sum over the labels of a gauge; undefined if it is not reported. */
const sumOf = (gauges: GaugeValues, name: string): number | undefined =>
  gauges[name] === undefined
    ? undefined
    : numbersOf(gauges, name).reduce((sum, number) => sum + number, 0)

const maxOf = (reports: readonly GaugeValues[], name: string): number | undefined => {
  const values = reports.flatMap((gauges) => numbersOf(gauges, name))
  return values.length > 0 ? Math.max(...values) : undefined
}

/**
 * The newest report of a worker: gauges about the whole site are the same in all of them.
 * @throws NoAnswer if no worker has reported at all
 */
function newestWorker({ reports }: PartContext): ProcessReport {
  const [newest] = reports
    .filter(({ kind }) => kind === 'worker')
    .sort((a, b) => b.reported_at.localeCompare(a.reported_at))
  if (!newest) throw new NoAnswer('no worker has reported')
  return newest
}

/** A reading from the gauges of a worker, which are outdated if all workers are gone. */
function fromWorker(
  context: PartContext,
  figuresOf: (gauges: GaugeValues) => PartReading['figures'],
): PartReading {
  const worker = newestWorker(context)
  const { gauges, reported_at } = worker
  const isLive = context.processes.some(
    ({ name, state }) => name === worker.name && state === 'good',
  )
  return {
    state: isLive ? 'good' : 'no_answer',
    figures: figuresOf(gauges),
    measured_at: reported_at,
    gauges: [gauges],
  }
}

/** The last success and failure of a provider. After a failure without a success it needs attention. */
async function readProvider(context: PartContext, provider: Provider): Promise<PartReading> {
  const outcome = (await readOutcomes(context.db)).find((row) => row.provider === provider)
  const { succeeded_at = null, failed_at = null, failure_reason = null } = outcome ?? {}
  const isFailing = failed_at !== null && (succeeded_at === null || failed_at > succeeded_at)
  return {
    state: isFailing ? 'look' : 'good',
    figures: [
      figure('succeeded_at', succeeded_at),
      figure('failed_at', failed_at),
      ...(failure_reason === null ? [] : [figure('failure_reason', failure_reason)]),
    ],
  }
}

const off = (): PartReading => ({ state: 'off', figures: [] })

/** Reads each part. */
export const partReaders: Readonly<Record<HealthPart, PartReader>> = {
  processes({ processes, reports }) {
    const alive = processes.filter(({ state }) => state === 'good')
    const count = (kind: string) => alive.filter((process) => process.kind === kind).length
    const versions = new Set(alive.map(({ version }) => version))
    const states: HealthState[] = [
      ...processes.map(({ state }) => state),
      // Like the alert NoWorker.
      count('worker') > 0 ? 'good' : 'broken',
      versions.size > 1 ? 'look' : 'good',
    ]
    if (reports.length === 0) throw new NoAnswer('no process has reported')
    return {
      state: states.reduce(worse),
      figures: [
        figure('servers', count('server')),
        figure('workers', count('worker')),
        figure('versions', [...versions].sort().join(', ')),
      ],
    }
  },

  resources(context) {
    const gauges = liveGauges(context)
    return {
      figures: [
        figure('memory', maxOf(gauges, 'process_resident_memory_bytes')),
        figure('event_loop_lag', maxOf(gauges, 'nodejs_eventloop_lag_p99_seconds')),
      ],
    }
  },

  queue: (context) =>
    fromWorker(context, (gauges) => [
      figure('jobs_waiting', sumOf(gauges, 'hanpyeon_jobs_due') ?? 0),
      figure('jobs_oldest', maxOf([gauges], 'hanpyeon_jobs_oldest_seconds') ?? 0),
      figure('jobs_retried', sumOf(gauges, 'hanpyeon_jobs_failing') ?? 0),
      figure('jobs_failed', sumOf(gauges, 'hanpyeon_jobs_dead') ?? 0),
    ]),

  encoder: (context) =>
    fromWorker(context, (gauges) => {
      const running = sumOf(gauges, 'hanpyeon_encodings_running') ?? 0
      return [
        figure('films_running', running),
        figure('films_waiting', (sumOf(gauges, 'hanpyeon_encodings_pending') ?? 0) - running),
        figure('films_stalled', sumOf(gauges, 'hanpyeon_encodings_stalled')),
        figure('films_failed', sumOf(gauges, 'hanpyeon_encodings_failed')),
      ]
    }),

  async storage({ files, db }) {
    const usage = await readStorageUsage(db)
    const sizeOf = (namespace: string) => usage.find((row) => row.namespace === namespace)?.bytes
    const [films, images] = await Promise.allSettled([files.check('media'), files.check('images')])
    const areReachable = films.status === 'fulfilled' && images.status === 'fulfilled'
    return {
      state: areReachable ? 'good' : 'broken',
      figures: [
        figure('films_reachable', Number(films.status === 'fulfilled')),
        figure('films_size', sizeOf('media')),
        figure('images_reachable', Number(images.status === 'fulfilled')),
        figure('images_size', sizeOf('images')),
      ],
    }
  },

  disk(context) {
    // Processes of a host share its disks.
    const free = new Map<string, number>()
    for (const { host, gauges } of liveReports(context)) {
      const byFolder = gauges['hanpyeon_disk_free_bytes'] ?? {}
      for (const [folder, bytes] of Object.entries(byFolder)) free.set(`${host} ${folder}`, bytes)
    }
    if (free.size === 0) throw new NoAnswer('no process reports its disks')
    return { figures: Array.from(free, ([place, bytes]) => figure('disk_free', bytes, place)) }
  },

  async database(context) {
    const { version, connections, connections_max } = await readDatabaseFacts(context.db)
    return {
      figures: [
        figure('database_version', version),
        figure('connections', connections),
        figure('connections_max', connections_max),
        figure('requests_waiting', maxOf(liveGauges(context), 'hanpyeon_database_pool_waiting')),
      ],
    }
  },

  replica(context) {
    if (!context.has_replica) return off()
    const gauges = liveGauges(context)
    const inUse = gauges.flatMap((values) => numbersOf(values, 'hanpyeon_replica_in_use'))
    return {
      figures: [
        figure('replica_in_use', inUse.length > 0 ? Number(!inUse.includes(0)) : null),
        figure('replica_lag', maxOf(gauges, 'hanpyeon_replica_lag_seconds')),
      ],
    }
  },

  search: (context) => ({
    figures: [
      figure('search_lag', maxOf(liveGauges(context), 'hanpyeon_search_index_lag_seconds')),
    ],
  }),

  async mail(context) {
    if (!context.has_mail) return off()
    const { state = 'good', figures } = await readProvider(context, 'mail')
    const worker = fromWorker(context, (gauges) => [
      figure('messages_waiting', sumOf(gauges, 'hanpyeon_messages_waiting')),
      figure('messages_oldest', sumOf(gauges, 'hanpyeon_messages_oldest_seconds')),
    ])
    return {
      ...worker,
      state: worse(state, worker.state ?? 'good'),
      figures: [...figures, ...worker.figures],
    }
  },

  sms: (context) => (context.has_sms ? readProvider(context, 'sms') : off()),

  async payments(context) {
    if (!context.has_payments) return off()
    const { state = 'good', figures } = await readProvider(context, 'payments')
    const worker = fromWorker(context, (gauges) => [
      figure('orders_unknown', sumOf(gauges, 'hanpyeon_orders_unknown')),
      figure('orders_oldest', sumOf(gauges, 'hanpyeon_orders_unknown_oldest_seconds')),
    ])
    return {
      ...worker,
      state: worse(state, worker.state ?? 'good'),
      figures: [...figures, ...worker.figures],
    }
  },

  reconciliation(context) {
    if (!context.has_payments) return off()
    return fromWorker(context, (gauges) => [
      figure('differences', sumOf(gauges, 'hanpyeon_reconciliation_differences')),
      figure('reconciled', sumOf(gauges, 'hanpyeon_reconciliation_age_seconds')),
    ])
  },

  async backup({ db }) {
    const { made_at, verified_at } = await readBackups(db)
    return {
      // Without a verification it is unknown whether the backup can be restored.
      state: made_at !== null && verified_at !== null ? 'good' : 'look',
      figures: [figure('backup_made_at', made_at), figure('backup_verified_at', verified_at)],
    }
  },

  async certificate({ certificate }) {
    if (!certificate.isUsed) return off()
    const { days, failure, measured_at } = await certificate.read()
    return {
      figures: [
        days === null ? figure('failure_reason', failure) : figure('certificate_days', days),
      ],
      measured_at: measured_at.toISOString(),
      gauges: [
        days === null
          ? { hanpyeon_certificate_valid: 0 }
          : { hanpyeon_certificate_valid: 1, hanpyeon_certificate_days: days },
      ],
    }
  },

  async alerts({ db }) {
    const alerts = await readReceivedAlerts(db)
    const [last] = alerts
    if (!last) return off()
    const firing = alerts.filter(({ is_firing }) => is_firing)
    const isPage = firing.some(({ severity }) => severity === 'page')
    return {
      state: isPage ? 'broken' : firing.length > 0 ? 'look' : 'good',
      figures: [
        figure('alerts_firing', firing.length),
        figure('alert_name', last.name),
        figure('alert_received_at', last.received_at),
      ],
    }
  },
}
