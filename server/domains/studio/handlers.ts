import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { auditColumns, auditFileName } from './audit-log.copy.ts'
import { readAuditBatches, readAuditLog } from './audit-log-queries.ts'
import { csvStream } from './csv-export.ts'

export function studioHandlers(): Handlers<typeof endpoints.studio> {
  return {
    listAuditLog: ({ db, query }) => readAuditLog(db, query),
    downloadAuditLog: async ({ db, query, now }) =>
      csvStream(auditFileName(now), auditColumns, readAuditBatches(db, query)),
  }
}
