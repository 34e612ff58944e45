import type { ReplicaReader } from '#server/db/replica/replica-reader.ts'
import type { CertificateWatch } from '#server/adapters/services/certificate.ts'
import type pg from 'pg'
import { addDiskGauges } from './disk-gauges.ts'
import { type AddGauge, createMetricsRegistry, type MetricsRegistry } from './registry.ts'

/** Gauges of a server process. */
export function createServerMetrics(sources: {
  pool: pg.Pool
  reads: Pick<ReplicaReader, 'isReplicaRead' | 'lag'>
  valkey: { isConnected(): boolean } | undefined
  responseCache: { size: number; count: number }
  files: { size: number }
  sockets: { count: number }
  recorder: { pendingCount: number }
  searchIndex: { lagSeconds(): number }
  isReady(): boolean
  certificate: Pick<CertificateWatch, 'read'>
  /** Folders whose disks may fill, by name. */
  folders: Readonly<Record<string, string>>
}): MetricsRegistry {
  const { pool, responseCache, files, sockets, recorder, searchIndex, reads } = sources
  return createMetricsRegistry((addGauge, addLabeledGauge) => {
    addPoolGauges(addGauge, pool)
    addDiskGauges(addLabeledGauge, sources.folders)
    addGauge('hanpyeon_ready', '1 while /readyz answers 200, apart from its database check', () =>
      sources.isReady() ? 1 : 0,
    )
    addGauge('hanpyeon_valkey_connected', '1 while Valkey answers', () => {
      if (!sources.valkey) throw new Error('No Valkey is configured')
      return Number(sources.valkey.isConnected())
    })
    addGauge(
      'hanpyeon_replica_in_use',
      '1 while public responses are read from the replica',
      () => {
        const isRead = reads.isReplicaRead()
        if (isRead === undefined) throw new Error('No replica is configured')
        return Number(isRead)
      },
    )
    addGauge(
      'hanpyeon_replica_lag_bytes',
      'WAL that the replica has not replayed yet',
      async () => {
        return (await reads.lag()).bytes
      },
    )
    addGauge(
      'hanpyeon_replica_lag_seconds',
      'Age of the last change that the replica has replayed, while more is pending',
      async () => (await reads.lag()).seconds,
    )
    addGauge(
      'hanpyeon_response_cache_bytes',
      'Memory of cached responses',
      () => responseCache.size,
    )
    addGauge(
      'hanpyeon_response_cache_entries',
      'Number of cached responses',
      () => responseCache.count,
    )
    addGauge(
      'hanpyeon_file_cache_bytes',
      'Memory of cached media, images and assets',
      () => files.size,
    )
    addCertificateGauges(addGauge, sources.certificate)
    addGauge('hanpyeon_sockets', 'Open sockets', () => sockets.count)
    addGauge(
      'hanpyeon_progress_pending',
      'Progress updates that wait to be saved',
      () => recorder.pendingCount,
    )
    addGauge(
      'hanpyeon_search_index_lag_seconds',
      'Age of the oldest edit not in the search index',
      () => searchIndex.lagSeconds(),
    )
  })
}

function addCertificateGauges(addGauge: AddGauge, certificate: Pick<CertificateWatch, 'read'>) {
  addGauge('hanpyeon_certificate_days', 'Days until the certificate of SITE_URL ends', async () => {
    const { days, failure } = await certificate.read()
    if (days === null) throw new Error(`No certificate: ${failure}`)
    return days
  })
  addGauge(
    'hanpyeon_certificate_valid',
    '1 while browsers accept the certificate of SITE_URL',
    async () => ((await certificate.read()).days === null ? 0 : 1),
  )
}

/** Gauges of a connection pool: open, in use, maximum, and waiting requests. */
export function addPoolGauges(addGauge: AddGauge, pool: pg.Pool) {
  addGauge('hanpyeon_database_connections', 'Open connections of the pool', () => pool.totalCount)
  addGauge(
    'hanpyeon_database_connections_in_use',
    'Connections of the pool in use',
    () => pool.totalCount - pool.idleCount,
  )
  addGauge(
    'hanpyeon_database_connections_max',
    'Connections the pool may open',
    () => pool.options.max,
  )
  addGauge(
    'hanpyeon_database_pool_waiting',
    'Requests that wait for a connection',
    () => pool.waitingCount,
  )
}
