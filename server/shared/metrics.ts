/**
 * Counters and histograms of events in this process, under the names that dashboards and alerts use (docs/operations.md).
 * Gauges are read when Prometheus scrapes: see `server/metrics`.
 */
import { Counter, Histogram } from 'prom-client'
import { eventCounts } from './event-counts.ts'

const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Counter({ name, help, labelNames })
/** A counter of events that are counted without prom-client. */
const countedEvents = (
  event: keyof typeof eventCounts,
  name: string,
  help: string,
  label: string,
) =>
  new Counter({
    name,
    help,
    labelNames: [label],
    collect() {
      for (const [value, count] of eventCounts[event]) this.inc({ [label]: value }, count)
      eventCounts[event].clear()
    },
  })
const histogram = <L extends string>(
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: L[]
) => new Histogram({ name, help, buckets, labelNames })

const upToSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const upToHours = [0.01, 0.1, 1, 10, 60, 300, 1_800, 7_200]

/** Responses from the cache since the last scrape: incrementing a number is cheaper than a counter. */
export const cachedResponseHits = { count: 0 }

export const metrics = {
  /** `kind` is the source of the response; `limited` was rejected by the rate limit of its address. */
  requests: new Counter({
    name: 'hanpyeon_requests_total',
    help: 'Responses by kind (cached, page, call, file, upload, limited) and status',
    labelNames: ['kind', 'status'],
    collect() {
      this.inc({ kind: 'cached', status: '200' }, cachedResponseHits.count)
      cachedResponseHits.count = 0
    },
  }),
  /** `route` is the path pattern of the contract, not the requested URL; `status` is a class such as `2xx`. */
  request_seconds: histogram(
    'http_request_duration_seconds',
    'Time of responses that were not cached, by route, method and class of status',
    upToSeconds,
    ...(['route', 'method', 'status'] as const),
  ),
  /** By class of SQLSTATE: 08 connection, 23 constraint, 40 retried, 55 lock, 57 cancelled; `lost` without one. */
  database_errors: countedEvents(
    'database_errors',
    'hanpyeon_database_errors_total',
    'Statements that failed, by class of SQLSTATE',
    'class',
  ),
  notices_lost: countedEvents(
    'notices_lost',
    'hanpyeon_member_notices_lost_total',
    'Notices to open pages of members that were not sent, by carrier (database, valkey)',
    'carrier',
  ),
  notifications_lost: countedEvents(
    'notifications_lost',
    'hanpyeon_notification_losses_total',
    'Losses of the connection that receives notifications, by reason (ended, stuck)',
    'reason',
  ),
  /** Counted only if a replica is configured. */
  public_reads: countedEvents(
    'public_reads',
    'hanpyeon_public_reads_total',
    'Statements of public responses, by source (replica, primary)',
    'source',
  ),
  replica_bypass: countedEvents(
    'replica_bypass',
    'hanpyeon_replica_bypass_total',
    'Statements that bypassed the replica, by reason (see server/db/replica/replica-reader.ts)',
    'reason',
  ),
  valkey_lost: countedEvents(
    'valkey_lost',
    'hanpyeon_valkey_losses_total',
    'Losses of the connection to Valkey',
    'reason',
  ),
  progress_seconds: histogram(
    'hanpyeon_progress_batch_seconds',
    'Time to write the progress of one second, by outcome',
    upToSeconds,
    'outcome',
  ),
  progress_updates: counter(
    'hanpyeon_progress_updates_total',
    'Progress updates of a member and episode that were written',
  ),
  socket_closes: counter('hanpyeon_socket_closes_total', 'Sockets closed, by code', 'code'),
  job_seconds: histogram(
    'hanpyeon_job_seconds',
    'Time a job took, by task and outcome (done, failed, released)',
    upToHours,
    ...(['task', 'outcome'] as const),
  ),
  periodic_task_seconds: histogram(
    'hanpyeon_periodic_task_seconds',
    'Time a run of a periodic task took, by task and outcome (done, failed)',
    upToHours,
    ...(['task', 'outcome'] as const),
  ),
  gateway_seconds: histogram(
    'hanpyeon_payment_gateway_call_seconds',
    'Time the payment gateway took, by call and status (done, refused, unknown)',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    ...(['call', 'status'] as const),
  ),
  virus_scan_seconds: histogram(
    'hanpyeon_virus_scan_seconds',
    'Time a virus scan of an attachment took, by outcome (clean, infected, failed)',
    upToSeconds,
    'outcome',
  ),
  messages: counter(
    'hanpyeon_messages_total',
    'Mails and SMS by kind and status (delivered, later, refused)',
    ...(['kind', 'status'] as const),
  ),
}

/** Seconds since `began`, by `performance.now()`. */
export const secondsSince = (began: number) => (performance.now() - began) / 1_000
