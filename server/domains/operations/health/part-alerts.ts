import type { HealthPart, HealthState } from '#contract/operations/health.ts'
import type { GaugeValues } from '#server/metrics/registry.ts'
import {
  type GaugeAlert,
  type GaugeAlertName,
  gaugeAlerts,
  isFiring,
  valuesFor,
} from './gauge-alerts.ts'

/** The alerts that decide the state of a part. */
export const partAlerts: Readonly<Record<HealthPart, readonly GaugeAlertName[]>> = {
  processes: [],
  resources: ['EventLoopBlocked', 'MemoryGrows', 'FileDescriptorsLow'],
  queue: ['JobsLate', 'JobsExhausted'],
  encoder: ['FilmsLate', 'FilmsStalled'],
  storage: [],
  disk: ['DiskFull'],
  database: ['DatabasePoolExhausted'],
  replica: ['ReplicaBypassed', 'ReplicaBehind'],
  search: ['SearchBehind'],
  mail: ['MessagesLate'],
  sms: [],
  payments: ['OrdersUnknown'],
  reconciliation: ['ReconciliationDifferences', 'ReconciliationStale'],
  backup: ['BackupStale'],
  certificate: ['CertificateEnds', 'CertificateInvalid'],
  alerts: [],
}

/** The sections of docs/operations.md about the parts. */
export const partRunbooks: Readonly<Record<HealthPart, string>> = {
  processes: 'a-server-is-gone',
  resources: 'memory-grows',
  queue: 'jobs-wait',
  encoder: 'jobs-wait',
  storage: 's3-or-clamav-is-gone',
  disk: 'a-disk-is-full',
  database: 'postgresql-is-gone',
  replica: 'the-replica-is-bypassed',
  search: 'the-search-index-lags',
  mail: 'mails-or-sms-do-not-go-out',
  sms: 'mails-or-sms-do-not-go-out',
  payments: 'the-payment-gateway-is-gone',
  reconciliation: 'reconciliation-finds-differences',
  backup: 'a-backup-or-the-certificate-is-old',
  certificate: 'a-backup-or-the-certificate-is-old',
  alerts: 'when-a-part-fails',
}

/** The alerts of a part whose conditions hold for one of the reports. */
export const firingAlerts = (part: HealthPart, reports: readonly GaugeValues[]): GaugeAlertName[] =>
  partAlerts[part].filter((name) =>
    isFiring(
      gaugeAlerts[name],
      reports.flatMap((gauges) => valuesFor(gaugeAlerts[name], gauges)),
    ),
  )

/** The state that alerts cause. */
export function stateOfAlerts(names: readonly GaugeAlertName[]): HealthState {
  if (names.length === 0) return 'good'
  const severities = names.map((name) => (gaugeAlerts[name] satisfies GaugeAlert).severity)
  return severities.includes('page') ? 'broken' : 'look'
}
