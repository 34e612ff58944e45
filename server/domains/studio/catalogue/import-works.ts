import type { ImportAnswer, ImportLine } from '#contract/studio-import.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { importCopy } from '#server/domains/contents/index.ts'
import { Refusal } from '#server/kernel/refusals.ts'
import { sql } from 'kysely'
import { csvCopy } from './catalogue.copy.ts'
import { readCsv } from './csv-file.ts'
import { type CsvLine, readCsvLine } from './csv-line.ts'
import type { Editor } from './edits.ts'
import { LineRefused, takeLine } from './take-line.ts'
import { shownCell } from './export-works.ts'

type Given = { line: number; said: CsvLine }

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
): Promise<ImportAnswer> {
  const read = readCsv(file)
  if ('fault' in read) {
    const { line, ...fault } = read.fault
    return summed([refused(line, '', [fault])])
  }
  const lines: ImportLine[] = []
  const good: Given[] = []
  for (const { line, cells } of read.lines) {
    const result = readCsvLine(cells)
    if ('said' in result) good.push({ line, said: result.said })
    else lines.push(refused(line, cells.title ?? cells.work ?? '', result.faults))
  }
  if (isDryRun) {
    for (const ofWork of Map.groupBy(good, ({ said }) => said.work).values())
      lines.push(...(await tryLines(transact, editor, ofWork)))
  } else {
    for (const given of good)
      lines.push(await told(given, () => transact((tx) => takeLine(tx, editor, given))))
  }
  return summed(lines.sort((a, b) => a.line - b.line))
}

class TakenBack extends Error {}

async function tryLines(
  transact: Transact,
  editor: Editor,
  lines: readonly Given[],
): Promise<ImportLine[]> {
  let tried: ImportLine[] = []
  try {
    await transact(async (tx) => {
      tried = []
      for (const given of lines)
        tried.push(await told(given, () => asIfAlone(tx, () => takeLine(tx, editor, given))))
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
  work: () => ReturnType<typeof takeLine>,
): Promise<ImportLine> {
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
    if (error instanceof LineRefused) return refused(line, name, error.faults)
    if (error instanceof Refusal && error.code === 'conflict')
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
): ImportLine => ({ ...{ line, name, state: 'refused', changes: [] }, faults: [...faults] })

function summed(lines: ImportLine[]): ImportAnswer {
  const count = (state: ImportLine['state']) => lines.filter((one) => one.state === state).length
  return {
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    lines,
  }
}
