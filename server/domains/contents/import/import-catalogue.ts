import { createRowParser, maxRowLength, type ImportRow } from './parse-import-row.ts'
import { type ImportCategories, readImportCategories } from './category-queries.ts'
import { decodeTextStream, trimFileEnd } from '#server/shared/decode-text.ts'
import type { TextEncoding } from '#contract/core/fields.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { rollBackAfter } from './dry-run.ts'
import { importCopy } from './import.copy.ts'
import { type UpsertResult, upsertWorks } from './upsert-works.ts'

/**
 * Yields the lines of a byte stream in any encoding of `decodeText`. An overlong line is cut after `maxRowLength` has been exceeded, so that a file
 * without line breaks does not fill the memory.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  onEncoding?: (encoding: TextEncoding, sample: string) => void,
): AsyncGenerator<string> {
  let line = ''
  for await (const text of decodeTextStream(bytes, onEncoding)) {
    const parts = text.split('\n')
    for (const [index, part] of parts.entries()) {
      if (line.length <= maxRowLength) line += part
      if (index === parts.length - 1) break
      yield line
      line = ''
    }
  }
  line = trimFileEnd(line)
  if (line) yield line
}

type ImportCounts = {
  /** Lines with a work: those added, changed, unchanged and refused. */
  read: number
  added: number
  changed: number
  unchanged: number
  refused: number
}

/** Line numbers start at 1; the reason is in Korean. */
type LineProblem = { line: number; reason: string }

type ImportResult = Omit<ImportCounts, 'refused'> & {
  refused: LineProblem[]
  /** Films of imported works that could not be read. */
  unread: LineProblem[]
}

type ImportDependencies = {
  transact: Transact
  now: Date
  /** Rolls every batch back. */
  isDryRun?: boolean
  /** Called after every batch. */
  onProgress?: (counts: ImportCounts) => void
  /** Registers the video of an episode that has none. Its errors are reported apart, because the work stays imported. */
  onFile?: (episode_id: number, file: string) => Promise<void>
}

/** Limits of a batch, which is one transaction: long enough for throughput, short enough not to block edits. */
const batchWorks = 200
const batchCharacters = 2 ** 20

type Numbered = { line: number; work: ImportRow }

/**
 * Imports a catalogue, one work per line. Invalid lines are reported by number, and the others are imported. The
 * import is idempotent. Memory holds one batch and the ids so far.
 */
export async function importCatalogue(
  lines: AsyncIterable<string>,
  deps: ImportDependencies,
): Promise<ImportResult> {
  const result: ImportResult = {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: [],
    unread: [],
  }
  const seen = new Map<number, number>()
  let batch: Numbered[] = []
  let batchLength = 0
  let line = 0

  const categories = await deps.transact(readImportCategories)
  const parseRow = createRowParser(categories)
  const flush = async () => {
    if (batch.length > 0) await importBatch(batch, { ...deps, categories }, result)
    batch = []
    batchLength = 0
    deps.onProgress?.({ ...result, refused: result.refused.length })
  }
  for await (const text of lines) {
    line++
    const rowText = line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (rowText.trim() === '') continue
    result.read++
    const parsed = parseRow(rowText)
    const firstLine = 'work' in parsed ? seen.get(parsed.work.id) : undefined
    if ('reason' in parsed) result.refused.push({ line, reason: parsed.reason })
    else if (firstLine !== undefined)
      result.refused.push({ line, reason: importCopy.duplicate(firstLine) })
    else {
      seen.set(parsed.work.id, line)
      batch.push({ line, work: parsed.work })
      batchLength += rowText.length
      if (batch.length >= batchWorks || batchLength >= batchCharacters) await flush()
    }
  }
  await flush()
  result.refused.sort((a, b) => a.line - b.line)
  return result
}

/** Imports a batch. A batch that the database rejects is halved until the invalid line is isolated. */
async function importBatch(
  batch: Numbered[],
  deps: ImportDependencies & { categories: ImportCategories },
  result: ImportResult,
) {
  let outcome: UpsertResult
  try {
    const works = batch.map(({ work }) => work)
    const upsert = (tx: Tx) => upsertWorks(tx, works, deps)
    outcome = await (deps.isDryRun ? rollBackAfter(deps.transact, upsert) : deps.transact(upsert))
  } catch (error) {
    const {
      code = '',
      constraint,
      message,
    } = error as { code?: string; constraint?: string; message: string }
    // SQLSTATE class 22 is a data exception, 23 a constraint violation. Other errors do not come from a line.
    if (!/^2[23]/.test(code)) throw error
    const [single] = batch
    if (batch.length === 1 && single) {
      result.refused.push({
        line: single.line,
        reason: importCopy.refusedByDatabase(constraint ?? message),
      })
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await importBatch(batch.slice(0, middle), deps, result)
    await importBatch(batch.slice(middle), deps, result)
    return
  }
  for (const state of outcome.states.values()) result[state]++
  if (!deps.onFile) return
  const lineOf = new Map(batch.map(({ line, work }) => [work.id, line]))
  for (const { id, episode_id, file } of outcome.files) {
    try {
      await deps.onFile(episode_id, file)
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      result.unread.push({
        line: lineOf.get(id) ?? 0,
        reason: importCopy.unreadableFile(file, why),
      })
    }
  }
}
