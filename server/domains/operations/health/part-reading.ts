import type {
  FigureName,
  HealthFigure,
  HealthState,
  ProcessHealth,
} from '#contract/operations/health.ts'
import type { CertificateWatch } from '#server/adapters/services/certificate.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Db } from '#server/db/client.ts'
import type { GaugeValues } from '#server/metrics/registry.ts'
import type { ProcessReport } from '../processes/report-queries.ts'

/** A process is gone if three of its reports are missing. */
const goneAfterSeconds = 30

export type HealthDependencies = {
  db: Db
  files: Pick<Storage, 'check'>
  certificate: CertificateWatch
  /** Whether the environment configures each service. */
  has_mail: boolean
  has_sms: boolean
  has_payments: boolean
  has_replica: boolean
}

/** The input of a part reader: the dependencies, and the reports of all processes. */
export type PartContext = HealthDependencies & {
  now: Date
  reports: readonly ProcessReport[]
  processes: readonly ProcessHealth[]
}

/** The result of a part reader. Alerts of the part can still worsen the state. */
export type PartReading = {
  state?: HealthState
  figures: HealthFigure[]
  /** Defaults to now. */
  measured_at?: string
  /** The gauges that the alerts of the part compare. Defaults to those of all processes that are not gone. */
  gauges?: readonly GaugeValues[]
}

export type PartReader = (context: PartContext) => PartReading | Promise<PartReading>

export const figure = (
  name: FigureName,
  value: number | string | null | undefined,
  of: string | null = null,
): HealthFigure => ({ name, of, value: value ?? null })

/** The reports of processes that are not gone. */
export const liveReports = ({ reports, now }: Pick<PartContext, 'reports' | 'now'>) =>
  reports.filter((report) => !isGone(report, now))

export const liveGauges = (context: Pick<PartContext, 'reports' | 'now'>): GaugeValues[] =>
  liveReports(context).map(({ gauges }) => gauges)

export const isGone = ({ reported_at }: Pick<ProcessReport, 'reported_at'>, now: Date): boolean =>
  now.getTime() - Date.parse(reported_at) > goneAfterSeconds * 1_000

const severityOf: Record<HealthState, number> = {
  off: -1,
  good: 0,
  look: 1,
  no_answer: 2,
  broken: 3,
}

export const worse = (a: HealthState, b: HealthState): HealthState =>
  a === 'off' || severityOf[a] >= severityOf[b] ? a : b
