import type { Storage } from '#server/adapters/storage/index.ts'
import type { Database } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import { upsertStorageUsage } from './health/health-queries.ts'

/** Adds up the sizes of films and images, which takes a listing of all of them. */
export async function measureStorage(
  {
    transact,
    files,
    clock,
  }: Pick<Database, 'transact'> & { files: Pick<Storage, 'list'>; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  for (const namespace of ['media', 'images'] as const) {
    let bytes = 0
    let count = 0
    for await (const { size } of files.list(namespace)) {
      if (signal.aborted) return
      bytes += size
      count++
    }
    const measured_at = clock.now().toISOString()
    await transact((tx) => upsertStorageUsage(tx, { namespace, bytes, files: count, measured_at }))
  }
}
