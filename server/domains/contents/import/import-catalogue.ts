import { maxRowLength, type ImportRow, parseImportRow } from './parse-import-row.ts'
import type { Transact } from '#server/db/client.ts'
import { importCopy } from './import.copy.ts'
import { type UpsertResult, upsertWorks } from './upsert-works.ts'

/**
 * The lines of a stream of bytes, without their ends. Of a line too long to be read only so much is kept as shows
 * that it is, so that a file without line ends does not fill the memory.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of bytes) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [index, part] of parts.entries()) {
      if (rest.length <= maxRowLength) rest += part
      if (index === parts.length - 1) break
      yield rest
      rest = ''
    }
  }
  rest += decoder.decode()
  if (rest) yield rest
}

export type ImportCounts = {
  lines: number
  added: number
  changed: number
  unchanged: number
  refused: number
}

export type ImportResult = Omit<ImportCounts, 'lines' | 'refused'> & {
  /** Lines are numbered from 1; the reason is Korean. */
  refused: { line: number; reason: string }[]
}

export type ImportDependencies = {
  transact: Transact
  now: Date
  /** Told after every batch. */
  onProgress?: (counts: ImportCounts) => void
  /** Takes in the picture of an episode that has none. What it throws names the line; the work stays in. */
  onFile?: (episode_id: number, file: string) => Promise<void>
}

/** A batch is one transaction: short enough to hold nobody up, long enough to be quick. */
const worksAtOnce = 200
const textAtOnce = 2 ** 20

type Numbered = { line: number; work: ImportRow }

/**
 * Brings in a catalogue, one work a line (D-82). A line that is not right is refused by its number, the rest goes in;
 * the same catalogue again changes nothing. Memory holds a batch and the ids that were seen.
 */
export async function importCatalogue(
  lines: AsyncIterable<string>,
  parts: ImportDependencies,
): Promise<ImportResult> {
  const result: ImportResult = { added: 0, changed: 0, unchanged: 0, refused: [] }
  const seen = new Map<number, number>()
  let batch: Numbered[] = []
  let held = 0
  let line = 0

  const flush = async () => {
    if (batch.length > 0) await put(batch, parts, result)
    batch = []
    held = 0
    parts.onProgress?.({ ...result, lines: line, refused: result.refused.length })
  }
  for await (const text of lines) {
    line++
    const bare = line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (bare.trim() === '') continue
    const read = parseImportRow(bare)
    const first = 'work' in read ? seen.get(read.work.id) : undefined
    if ('reason' in read) result.refused.push({ line, reason: read.reason })
    else if (first !== undefined) result.refused.push({ line, reason: importCopy.duplicate(first) })
    else {
      seen.set(read.work.id, line)
      batch.push({ line, work: read.work })
      held += bare.length
      if (batch.length >= worksAtOnce || held >= textAtOnce) await flush()
    }
  }
  await flush()
  result.refused.sort((a, b) => a.line - b.line)
  return result
}

/** Puts a batch in; one that the database will not take is halved until the line it stumbles over stands alone. */
async function put(
  batch: Numbered[],
  parts: ImportDependencies,
  result: ImportResult,
): Promise<void> {
  let outcome: UpsertResult
  try {
    outcome = await parts.transact((tx) =>
      upsertWorks(
        tx,
        batch.map(({ work }) => work),
        parts.now,
      ),
    )
  } catch (error) {
    const {
      code = '',
      constraint,
      message,
    } = error as { code?: string; constraint?: string; message: string }
    // 22: a value out of form, 23: a constraint. Anything else is no line's fault.
    if (!/^2[23]/.test(code)) throw error
    const [only] = batch
    if (batch.length === 1 && only) {
      result.refused.push({
        line: only.line,
        reason: importCopy.refusedByDatabase(constraint ?? message),
      })
      return
    }
    const middle = Math.ceil(batch.length / 2)
    await put(batch.slice(0, middle), parts, result)
    await put(batch.slice(middle), parts, result)
    return
  }
  for (const state of outcome.states.values()) result[state]++
  if (!parts.onFile) return
  const lineOf = new Map(batch.map(({ line, work }) => [work.id, line]))
  for (const { id, episode_id, file } of outcome.files) {
    try {
      await parts.onFile(episode_id, file)
    } catch (error) {
      const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message
      result.refused.push({
        line: lineOf.get(id) ?? 0,
        reason: importCopy.unreadableFile(file, why),
      })
    }
  }
}
