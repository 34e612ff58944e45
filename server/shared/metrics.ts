/**
 * What happens in this process is counted here, under the names that dashboards and alerts go by (docs/operations.md).
 * What merely stands at a moment is asked for when somebody looks: see `server/metrics`.
 */
import { Counter, Histogram } from 'prom-client'

const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
  new Counter({ name, help, labelNames })
const histogram = <L extends string>(
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: L[]
) => new Histogram({ name, help, buckets, labelNames })

const upToSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const upToHours = [0.01, 0.1, 1, 10, 60, 300, 1_800, 7_200]

/** Answers out of memory since somebody last looked: a number is raised faster than a counter. */
export const cachedResponseHits = { count: 0 }

export const metrics = {
  /** Answers by what gave them; `limited`: refused at the front door, by an address's limit. */
  requests: new Counter({
    name: 'hanpyeon_requests_total',
    help: 'Answers by kind (prepared, page, call, file, upload, limited) and status',
    labelNames: ['kind', 'status'],
    collect() {
      this.inc({ kind: 'prepared', status: '200' }, cachedResponseHits.count)
      cachedResponseHits.count = 0
    },
  }),
  /** `route` is the path of the contract, never what was asked for; `status` a class such as `2xx`. */
  request_seconds: histogram(
    'http_request_duration_seconds',
    'Time to answer what did not come out of memory, by route, method and class of status',
    upToSeconds,
    ...(['route', 'method', 'status'] as const),
  ),
  /** By class of SQLSTATE: 08 connection, 23 constraint, 40 retried, 55 lock, 57 cancelled; `lost` without one. */
  database_errors: counter(
    'hanpyeon_database_errors_total',
    'Statements that failed, by class of SQLSTATE',
    'class',
  ),
  /** Statements of public answers, by where they were read; none where there is no replica. */
  public_reads: counter(
    'hanpyeon_public_reads_total',
    'Statements read for the public where there is a replica, by place (replica, primary)',
    'place',
  ),
  replica_passed_over: counter(
    'hanpyeon_replica_passed_over_total',
    'Statements that the replica would have read, by why it did not (see server/db/replica/replica-reader.ts)',
    'why',
  ),
  progress_seconds: histogram(
    'hanpyeon_progress_round_seconds',
    'Time to write what screens said within a second, by outcome',
    upToSeconds,
    'outcome',
  ),
  progress_words: counter(
    'hanpyeon_progress_words_total',
    'Progress of one member and episode written',
  ),
  socket_closes: counter('hanpyeon_socket_closes_total', 'Sockets closed, by code', 'code'),
  job_seconds: histogram(
    'hanpyeon_job_seconds',
    'Time a job took, by task and outcome (done, failed, given_back)',
    upToHours,
    ...(['task', 'outcome'] as const),
  ),
  round_seconds: histogram(
    'hanpyeon_round_seconds',
    'Time a round of a worker took, by its name and outcome (done, failed)',
    upToHours,
    ...(['round', 'outcome'] as const),
  ),
  gateway_seconds: histogram(
    'hanpyeon_gateway_call_seconds',
    'Time the payment gateway took, by call and fate (done, refused, unknown)',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    ...(['call', 'fate'] as const),
  ),
  messages: counter(
    'hanpyeon_messages_total',
    'Mails and SMS by kind and fate (delivered, later, refused)',
    ...(['kind', 'fate'] as const),
  ),
}

/** Seconds since `began`, by `performance.now()`. */
export const secondsSince = (began: number) => (performance.now() - began) / 1_000
