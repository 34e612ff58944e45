import type { Db } from '#server/db/client.ts'
import type { Download } from '#server/kernel/handler.ts'
import type { WorkFilters } from './queries.ts'
export async function exportWorks(_db: Db, _f: WorkFilters, _now: Date): Promise<Download> {
  return { bytes: Buffer.from(''), type: 'text/csv; charset=utf-8', name: 'works.csv' }
}
