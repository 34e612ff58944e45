import type { ReplicaReader } from '#server/db/replica/replica-reader.ts'
import type pg from 'pg'
import { createMetricsRegistry, type MetricsRegistry } from './registry.ts'

/** What a server shows beside what it counts. */
export function createServerMetrics(sources: {
  pool: pg.Pool
  reads: Pick<ReplicaReader, 'isReplicaRead' | 'lag'>
  prepared: { size: number; count: number }
  files: { size: number }
  sockets: { count: number }
  recorder: { pendingCount: number }
  names: { lagSeconds(): number }
  isReady(): boolean
}): MetricsRegistry {
  const { pool, prepared, files, sockets, recorder, names, reads } = sources
  return createMetricsRegistry((show) => {
    addPoolGauges(show, pool)
    show('hanpyeon_ready', '1 while /readyz answers 200, but for the database', () =>
      sources.isReady() ? 1 : 0,
    )
    show('hanpyeon_replica_in_use', '1 while public answers are read from the replica', () => {
      const isRead = reads.isReplicaRead()
      if (isRead === undefined) throw new Error('There is none')
      return Number(isRead)
    })
    show('hanpyeon_replica_lag_bytes', 'What the replica has to replay yet', async () => {
      return (await reads.lag()).bytes
    })
    show(
      'hanpyeon_replica_lag_seconds',
      'Age of the last change that the replica has replayed, while it has more to replay',
      async () => (await reads.lag()).seconds,
    )
    show('hanpyeon_response_cache_bytes', 'Memory of prepared answers', () => prepared.size)
    show('hanpyeon_response_cache_entries', 'Prepared answers kept', () => prepared.count)
    show('hanpyeon_file_cache_bytes', 'Memory of hot media, images and assets', () => files.size)
    show('hanpyeon_sockets', 'Open sockets', () => sockets.count)
    show(
      'hanpyeon_progress_pending',
      'Progress that waits to be written',
      () => recorder.pendingCount,
    )
    show(
      'hanpyeon_search_index_lag_seconds',
      'Age of the oldest edit not in the search index',
      () => names.lagSeconds(),
    )
  })
}

/** Connections of a pool: all, those in use, and who waits for one. */
export function addPoolGauges(
  show: Parameters<Parameters<typeof createMetricsRegistry>[0]>[0],
  pool: pg.Pool,
) {
  show('hanpyeon_database_connections', 'Open connections of the pool', () => pool.totalCount)
  show(
    'hanpyeon_database_connections_in_use',
    'Connections of the pool that answer something',
    () => pool.totalCount - pool.idleCount,
  )
  show('hanpyeon_database_connections_max', 'Connections the pool may open', () => pool.options.max)
  show(
    'hanpyeon_database_pool_waiting',
    'Requests that wait for a connection',
    () => pool.waitingCount,
  )
}
