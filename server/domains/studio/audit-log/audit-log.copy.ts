import { seoulDate } from '#contract/core/seoul-time.ts'
import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import type { CsvColumn } from '../csv-export.ts'

const fieldsText = (fields: AuditLogEntry['before']) => (fields ? JSON.stringify(fields) : '')

/** Columns of the exported audit log. Actions keep their codes, by which it is filtered. */
export const auditColumns: readonly CsvColumn<AuditLogEntry>[] = [
  ['시각', (entry) => entry.at],
  ['운영자', (entry) => entry.staff_name],
  ['운영자 번호', (entry) => entry.staff_id ?? ''],
  ['접속 주소', (entry) => entry.address],
  ['한 일', (entry) => entry.kind],
  ['대상', (entry) => entry.subject_kind],
  ['대상 번호', (entry) => entry.subject_id ?? ''],
  ['대상 이름', (entry) => entry.subject_name],
  ['이유', (entry) => entry.reason],
  ['이전', (entry) => fieldsText(entry.before)],
  ['이후', (entry) => fieldsText(entry.after)],
]

export const auditFileName = (now: Date) => `활동-기록-${seoulDate(now)}`
