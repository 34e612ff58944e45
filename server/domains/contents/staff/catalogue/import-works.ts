import type { ImportReport, ImportRowResult } from '#contract/contents/staff/catalogue-import.ts'
import type { Transact } from '#server/db/client.ts'
import { rollBackAfter } from '../../import/dry-run.ts'
import { type ImportCategories, readImportCategories } from '../../import/category-queries.ts'
import { decodeText } from '#server/shared/decode-text.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { importJsonLines, isJsonLines } from './import-lines.ts'
import { withSavepoint } from './import-queries.ts'
import { createCellParser, type CsvImportRow, readCsv } from './read-import-csv.ts'
import type { Editor } from './audited-edits.ts'
import { applyImportRow, type ParsedRow } from './apply-import-row.ts'
import { createReport, rejectedRow, rowOfError } from './import-report.ts'
import { shownCell } from './export-works.ts'

/**
 * Imports a CSV file of works, each row in its own transaction, or JSON lines. Invalid rows are reported and the others are imported.
 * A dry run applies the same edits and rolls them back, per work, because later rows of a work depend on earlier ones.
 * @throws ProblemError `file_unreadable`
 */
export async function importWorks(
  transact: Transact,
  editor: Editor,
  file: Buffer,
  { isDryRun, maxRows }: { isDryRun: boolean; maxRows: number },
): Promise<ImportReport> {
  const decoded = decodeText(file)
  if (!decoded || decoded.text.trim() === '' || decoded.text.includes('\0'))
    throwProblem('file_unreadable')
  if (isJsonLines(decoded.text))
    return importJsonLines(transact, editor, decoded, { isDryRun, maxRows })
  const csv = readCsv(decoded, maxRows)
  if ('fault' in csv) {
    const { line, ...fault } = csv.fault
    return createReport(csv, [rejectedRow(line, '', [fault])])
  }
  const categories = await transact(readImportCategories)
  const parseCells = createCellParser(categories)
  const context = { editor, categories }
  const lines: ImportRowResult[] = []
  const parsedRows: Omit<ParsedRow, 'isPublished'>[] = []
  for (const { line, cells, ...row } of csv.lines) {
    const result = parseCells({ cells, ...row })
    if ('input' in result) parsedRows.push({ line, input: result.input })
    else lines.push(rejectedRow(line, cells.title ?? cells.work ?? '', result.faults))
  }
  const publishedWorks = new Set(
    parsedRows.filter(({ input }) => publishes(input)).map(({ input }) => input.work),
  )
  const validRows = parsedRows.map((row) => {
    return { ...row, isPublished: publishedWorks.has(row.input.work) }
  })
  if (isDryRun) {
    for (const rowsOfWork of Map.groupBy(validRows, ({ input }) => input.work).values())
      lines.push(...(await dryRun(transact, context, rowsOfWork)))
  } else {
    for (const row of validRows)
      lines.push(
        await rowResult(row, context, () => transact((tx) => applyImportRow(tx, editor, row))),
      )
  }
  return createReport(
    csv,
    lines.sort((a, b) => a.line - b.line),
  )
}

const publishes = ({ is_unpublished, publish_at }: CsvImportRow) =>
  is_unpublished === false || (is_unpublished === undefined && Boolean(publish_at))

type ImportContext = { editor: Editor; categories: ImportCategories }

const dryRun = (
  transact: Transact,
  context: ImportContext,
  lines: readonly ParsedRow[],
): Promise<ImportRowResult[]> =>
  rollBackAfter(transact, async (tx) => {
    const results: ImportRowResult[] = []
    for (const row of lines)
      results.push(
        await rowResult(row, context, () =>
          withSavepoint(tx, () => applyImportRow(tx, context.editor, row)),
        ),
      )
    return results
  })

async function rowResult(
  { line, input }: ParsedRow,
  { categories }: ImportContext,
  work: () => ReturnType<typeof applyImportRow>,
): Promise<ImportRowResult> {
  try {
    const { name, state, changes } = await work()
    return {
      line,
      name,
      state,
      faults: [],
      changes: changes.map(({ column, before, after }) => ({
        column,
        before: shownCell(column, before, categories),
        after: shownCell(column, after, categories),
      })),
    }
  } catch (error) {
    return rowOfError(error, line, input.title ?? input.work)
  }
}
