import type { ImportReport, ImportRowResult } from '#contract/studio/catalogue-import.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { importCopy } from '#server/domains/contents/index.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { csvCopy } from './catalogue.copy.ts'
import { readCsv } from './read-import-csv.ts'
import { type CsvImportRow, parseCsvRow } from './parse-import-row.ts'
import type { Editor } from './audited-edits.ts'
import { RowRejectedError, applyImportRow } from './apply-import-row.ts'
import { shownCell } from './export-works.ts'

type Given = { line: number; said: CsvImportRow }

/**
 * Takes a file of works in, each line in a transaction of its own; a bad one is named with its columns and the rest goes
 * in. A dry run does the very same and takes it back, the lines of a work together, because later ones build on earlier.
 * @throws Refusal `file_unreadable`
 */
export async function importWorks(
  transact: Transact,
  editor: Editor,
  file: Buffer,
  isDryRun: boolean,
): Promise<ImportReport> {
  const read = readCsv(file)
  if ('fault' in read) {
    const { line, ...fault } = read.fault
    return summed([refused(line, '', [fault])])
  }
  const lines: ImportRowResult[] = []
  const good: Given[] = []
  for (const { line, cells } of read.lines) {
    const result = parseCsvRow(cells)
    if ('said' in result) good.push({ line, said: result.said })
    else lines.push(refused(line, cells.title ?? cells.work ?? '', result.faults))
  }
  if (isDryRun) {
    for (const ofWork of Map.groupBy(good, ({ said }) => said.work).values())
      lines.push(...(await tryLines(transact, editor, ofWork)))
  } else {
    for (const given of good)
      lines.push(await told(given, () => transact((tx) => applyImportRow(tx, editor, given))))
  }
  return summed(lines.sort((a, b) => a.line - b.line))
}

class TakenBack extends Error {}

async function tryLines(
  transact: Transact,
  editor: Editor,
  lines: readonly Given[],
): Promise<ImportRowResult[]> {
  let tried: ImportRowResult[] = []
  try {
    await transact(async (tx) => {
      tried = []
      for (const given of lines)
        tried.push(await told(given, () => asIfAlone(tx, () => applyImportRow(tx, editor, given))))
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return tried
}

/** A line that fails leaves those before it as they are. */
async function asIfAlone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint line`.execute(tx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint line`.execute(tx)
    throw error
  }
}

async function told(
  { line, said }: Given,
  work: () => ReturnType<typeof applyImportRow>,
): Promise<ImportRowResult> {
  try {
    const { name, state, changes } = await work()
    return {
      ...{ line, name, state, faults: [] },
      changes: changes.map(({ column, before, after }) => ({
        column,
        before: shownCell(column, before),
        after: shownCell(column, after),
      })),
    }
  } catch (error) {
    const name = said.title ?? said.work
    if (error instanceof RowRejectedError) return refused(line, name, error.faults)
    if (error instanceof ProblemError && error.code === 'conflict')
      return refused(line, name, [{ column: 'episode', detail: csvCopy.film_has_one }])
    const { code = '', constraint } = error as { code?: string; constraint?: string }
    // 22: a value out of form, 23: a constraint. Anything else is no line's fault.
    if (!/^2[23]/.test(code)) throw error
    return refused(line, name, [
      { column: '', detail: importCopy.refusedByDatabase(constraint ?? code) },
    ])
  }
}

const refused = (
  line: number,
  name: string,
  faults: readonly { column: string; detail: string }[],
): ImportRowResult => ({ ...{ line, name, state: 'refused', changes: [] }, faults: [...faults] })

function summed(lines: ImportRowResult[]): ImportReport {
  const count = (state: ImportRowResult['state']) =>
    lines.filter((one) => one.state === state).length
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    lines,
  }
}
