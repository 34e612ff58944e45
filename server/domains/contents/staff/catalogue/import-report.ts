/** The report of an import, and its line for an error that the line causes. */
import type { ImportReport, ImportRowResult } from '#contract/contents/staff/catalogue-import.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { importCopy } from '../../import/import.copy.ts'
import { RowRejectedError } from './apply-import-row.ts'
import { csvCopy } from './catalogue.copy.ts'

export const rejectedRow = (
  line: number,
  name: string,
  faults: readonly { column: string; detail: string }[],
): ImportRowResult => ({ line, name, state: 'refused', changes: [], faults: [...faults] })

/** @throws the error if the line did not cause it */
export function rowOfError(error: unknown, line: number, name: string): ImportRowResult {
  if (error instanceof RowRejectedError) return rejectedRow(line, name, error.faults)
  if (error instanceof ProblemError && error.code === 'conflict')
    return rejectedRow(line, name, [{ column: 'episode', detail: csvCopy.film_has_one }])
  const { code = '', constraint } = error as { code?: string; constraint?: string }
  // Class 22: data exception; class 23: integrity constraint violation. Other errors are not caused by the row.
  if (!/^2[23]/.test(code)) throw error
  return rejectedRow(line, name, [
    { column: '', detail: importCopy.refusedByDatabase(constraint ?? code) },
  ])
}

export function createReport(
  { encoding, preview }: Pick<ImportReport, 'encoding' | 'preview'>,
  lines: ImportRowResult[],
): ImportReport {
  const counts = { read: lines.length, added: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { state } of lines) counts[state]++
  return { ...counts, encoding, preview, lines }
}
