import type { GaugeValues } from '#server/metrics/registry.ts'

/** The condition of an alert on the value of one gauge. */
export type GaugeAlert = {
  gauge: string
  /** The gauge by which it is divided. */
  divisor?: string
  /** The values of its label that count, or that do not. */
  only?: readonly string[]
  except?: readonly string[]
  fires: 'above' | 'below'
  limit: number
  /** `page` calls a person at any hour, `ticket` waits for working hours. */
  severity: 'page' | 'ticket'
}

const filmJobs = ['encode_asset', 'encode_first_rendition', 'encrypt_asset']

/**
 * The alerts of `deploy/alerts.yml` whose conditions the health page shows as well, without the time for which they must hold.
 * A test compares both.
 */
export const gaugeAlerts = {
  JobsLate: {
    gauge: 'hanpyeon_jobs_oldest_seconds',
    except: [...filmJobs, 'run_periodic_task'],
    fires: 'above',
    limit: 120,
    severity: 'page',
  },
  FilmsLate: {
    gauge: 'hanpyeon_jobs_oldest_seconds',
    only: filmJobs,
    fires: 'above',
    limit: 3_600,
    severity: 'ticket',
  },
  FilmsStalled: {
    gauge: 'hanpyeon_encodings_stalled',
    fires: 'above',
    limit: 0,
    severity: 'ticket',
  },
  JobsExhausted: { gauge: 'hanpyeon_jobs_dead', fires: 'above', limit: 0, severity: 'ticket' },
  MessagesLate: {
    gauge: 'hanpyeon_messages_oldest_seconds',
    fires: 'above',
    limit: 600,
    severity: 'page',
  },
  OrdersUnknown: {
    gauge: 'hanpyeon_orders_unknown_oldest_seconds',
    fires: 'above',
    limit: 900,
    severity: 'page',
  },
  ReconciliationDifferences: {
    gauge: 'hanpyeon_reconciliation_differences',
    fires: 'above',
    limit: 0,
    severity: 'page',
  },
  ReconciliationStale: {
    gauge: 'hanpyeon_reconciliation_age_seconds',
    fires: 'above',
    limit: 108_000,
    severity: 'ticket',
  },
  ReplicaBypassed: {
    gauge: 'hanpyeon_replica_in_use',
    fires: 'below',
    limit: 1,
    severity: 'ticket',
  },
  ReplicaBehind: {
    gauge: 'hanpyeon_replica_lag_seconds',
    fires: 'above',
    limit: 30,
    severity: 'ticket',
  },
  DatabasePoolExhausted: {
    gauge: 'hanpyeon_database_pool_waiting',
    fires: 'above',
    limit: 0,
    severity: 'ticket',
  },
  SearchBehind: {
    gauge: 'hanpyeon_search_index_lag_seconds',
    fires: 'above',
    limit: 60,
    severity: 'ticket',
  },
  EventLoopBlocked: {
    gauge: 'nodejs_eventloop_lag_p99_seconds',
    fires: 'above',
    limit: 0.2,
    severity: 'ticket',
  },
  MemoryGrows: {
    gauge: 'process_resident_memory_bytes',
    fires: 'above',
    limit: 1.5e9,
    severity: 'ticket',
  },
  FileDescriptorsLow: {
    gauge: 'process_open_fds',
    divisor: 'process_max_fds',
    fires: 'above',
    limit: 0.8,
    severity: 'page',
  },
  DiskFull: {
    gauge: 'hanpyeon_disk_free_bytes',
    divisor: 'hanpyeon_disk_size_bytes',
    fires: 'below',
    limit: 0.1,
    severity: 'page',
  },
  BackupStale: {
    gauge: 'hanpyeon_backup_age_seconds',
    fires: 'above',
    limit: 93_600,
    severity: 'ticket',
  },
  CertificateEnds: {
    gauge: 'hanpyeon_certificate_days',
    fires: 'below',
    limit: 14,
    severity: 'ticket',
  },
  CertificateInvalid: {
    gauge: 'hanpyeon_certificate_valid',
    fires: 'below',
    limit: 1,
    severity: 'page',
  },
} as const satisfies Record<string, GaugeAlert>
export type GaugeAlertName = keyof typeof gaugeAlerts

/** Returns the values of a gauge that an alert compares. */
export function valuesFor(alert: GaugeAlert, gauges: GaugeValues): number[] {
  const { gauge, divisor, only, except } = alert
  const value = gauges[gauge]
  if (value === undefined) return []
  const labeled = typeof value === 'number' ? { '': value } : value
  return Object.entries(labeled).flatMap(([label, number]) => {
    if ((only && !only.includes(label)) || except?.includes(label)) return []
    if (divisor === undefined) return [number]
    const by = gauges[divisor]
    const size = typeof by === 'number' ? by : by?.[label]
    return size ? [number / size] : []
  })
}

/** Whether an alert would fire if one of the values stays. */
export const isFiring = ({ fires, limit }: GaugeAlert, values: readonly number[]): boolean =>
  values.some((value) => (fires === 'above' ? value > limit : value < limit))
