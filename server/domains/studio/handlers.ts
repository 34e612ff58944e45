import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { readAuditLog } from './audit-log-queries.ts'

export function studioHandlers(): Handlers<typeof endpoints.studio> {
  return {
    listAuditLog: ({ db, query }) => readAuditLog(db, query),
  }
}
