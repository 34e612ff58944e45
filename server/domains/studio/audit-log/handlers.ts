import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { csvStream } from '../csv-export.ts'
import { auditColumns, auditFileName } from './audit-log.copy.ts'
import { readAuditBatches, readAuditLog } from './audit-log-queries.ts'

export const auditLogHandlers: Handlers<typeof endpoints.studio> = {
  listAuditLog: ({ db, query }) => readAuditLog(db, query),
  downloadAuditLog: async ({ db, query, now }) =>
    csvStream(auditFileName(now), auditColumns, readAuditBatches(db, query)),
}
