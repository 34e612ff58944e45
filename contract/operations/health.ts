import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'

/**
 * `look`: needs attention in working hours; `broken`: at once; `no_answer`: it could not be read in time; `off`: not
 * configured.
 */
const healthStates = ['good', 'look', 'broken', 'no_answer', 'off'] as const
export type HealthState = (typeof healthStates)[number]

/** The parts of the site whose health is read, in the order of the page. */
export const healthParts = [
  'processes',
  'resources',
  'queue',
  'encoder',
  'storage',
  'disk',
  'database',
  'replica',
  'search',
  'mail',
  'sms',
  'payments',
  'reconciliation',
  'backup',
  'certificate',
  'alerts',
] as const
export type HealthPart = (typeof healthParts)[number]

/** The unit of each figure. An `instant` is a timestamp, a `flag` 0 or 1. */
export const figureUnits = {
  servers: 'count',
  workers: 'count',
  versions: 'text',
  memory: 'bytes',
  open_files: 'ratio',
  event_loop_lag: 'seconds',
  jobs_waiting: 'count',
  jobs_oldest: 'seconds',
  jobs_retried: 'count',
  jobs_failed: 'count',
  films_running: 'count',
  films_waiting: 'count',
  films_stalled: 'count',
  films_failed: 'count',
  films_reachable: 'flag',
  images_reachable: 'flag',
  films_size: 'bytes',
  images_size: 'bytes',
  disk_free: 'bytes',
  database_version: 'text',
  connections: 'count',
  connections_max: 'count',
  requests_waiting: 'count',
  replica_in_use: 'flag',
  replica_lag: 'seconds',
  search_lag: 'seconds',
  succeeded_at: 'instant',
  failed_at: 'instant',
  failure_reason: 'text',
  messages_waiting: 'count',
  messages_oldest: 'seconds',
  orders_unknown: 'count',
  orders_oldest: 'seconds',
  differences: 'count',
  reconciled: 'seconds',
  backup_made_at: 'instant',
  backup_verified_at: 'instant',
  certificate_days: 'count',
  alert_name: 'text',
  alert_received_at: 'instant',
  alerts_firing: 'count',
} as const satisfies Record<
  string,
  'count' | 'seconds' | 'bytes' | 'ratio' | 'flag' | 'instant' | 'text'
>
export type FigureName = keyof typeof figureUnits

const HealthFigure = z.object({
  name: z.enum(Object.keys(figureUnits) as [FigureName, ...FigureName[]]),
  /** The subject if a part has several, such as a folder of a host. */
  of: z.nullable(z.string()),
  /** Null if there is none yet. */
  value: z.nullable(z.union([z.number(), z.string()])),
})
export type HealthFigure = z.infer<typeof HealthFigure>

const PartHealth = z.object({
  part: z.enum(healthParts),
  state: z.enum(healthStates),
  figures: z.array(HealthFigure),
  /** Time of measurement; null without an answer. */
  measured_at: z.nullable(timestamp),
  /** The alerts of deploy/alerts.yml whose condition holds. */
  alerts: z.array(z.string()),
  /** The heading of its paragraph in docs/operations.md, as an anchor. */
  runbook: z.string(),
})
export type PartHealth = z.infer<typeof PartHealth>

const ProcessHealth = z.object({
  name: z.string(),
  kind: z.enum(['server', 'worker']),
  host: z.string(),
  version: z.string(),
  log_level: z.string(),
  state: z.enum(healthStates),
  started_at: timestamp,
  reported_at: timestamp,
})
export type ProcessHealth = z.infer<typeof ProcessHealth>

export const Health = z.object({
  read_at: timestamp,
  processes: z.array(ProcessHealth),
  parts: z.array(PartHealth),
})
export type Health = z.infer<typeof Health>
