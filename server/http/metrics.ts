import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` shows (Prometheus text format). */
export function createMetrics(sources: {
  pool: pg.Pool
  prepared: { size: number; count: number }
  files: { size: number }
}) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge(
    'hanpyeon_database_connections',
    'Open connections of the pool',
    () => sources.pool.totalCount,
  )
  gauge(
    'hanpyeon_database_waiting',
    'Requests that wait for a connection',
    () => sources.pool.waitingCount,
  )
  gauge('hanpyeon_prepared_bytes', 'Memory of prepared answers', () => sources.prepared.size)
  gauge('hanpyeon_prepared_entries', 'Prepared answers kept', () => sources.prepared.count)
  gauge(
    'hanpyeon_hot_file_bytes',
    'Memory of hot media, images and assets',
    () => sources.files.size,
  )
  const prepared = { count: 0 }
  return {
    registry,
    /** Answers from memory since the last look: a number is raised faster than a counter with labels. */
    prepared,
    requests: new Counter({
      name: 'hanpyeon_requests_total',
      help: 'Answers by kind (prepared, page, call, file) and status',
      labelNames: ['kind', 'status'],
      registers,
      collect() {
        this.inc({ kind: 'prepared', status: '200' }, prepared.count)
        prepared.count = 0
      },
    }),
    seconds: new Histogram({
      name: 'hanpyeon_request_seconds',
      help: 'Time to answer what was not prepared',
      labelNames: ['kind'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
