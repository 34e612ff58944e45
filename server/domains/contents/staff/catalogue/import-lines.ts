import type { WorkFields } from '#contract/contents/staff/catalogue.ts'
import type { ImportReport, ImportRowResult } from '#contract/contents/staff/catalogue-import.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import { type DecodedText, previewLine } from '#server/shared/decode-text.ts'
import { type ImportCategories, readImportCategories } from '../../import/category-queries.ts'
import { rollBackAfter } from '../../import/dry-run.ts'
import { createRowParser, type ImportRow } from '../../import/parse-import-row.ts'
import { importCopy } from '../../import/import.copy.ts'
import { importKey, upsertWorks } from '../../import/upsert-works.ts'
import { lockWork } from '../../editing/edit-queries.ts'
import { diffEdit } from '../../editing/versioned-edit.ts'
import { workColumns } from './apply-import-row.ts'
import { type Editor, recordImportedWork } from './audited-edits.ts'
import { catalogueReasons, csvCopy } from './catalogue.copy.ts'
import { shownCell } from './export-works.ts'
import { findImportedWork, readEpisodeTexts } from './import-queries.ts'
import { createReport, rejectedRow, rowOfError } from './import-report.ts'

type Options = { isDryRun: boolean; maxRows: number }

/** Whether a file has one JSON object per line rather than CSV, whose header has no braces. */
export const isJsonLines = (text: string): boolean => /^\s*\{/.test(text)

/**
 * Imports works, one JSON object per line, by the rules of `importCatalogue`. Each line has its own transaction and audit entry. Films are
 * files of a server, so a line that names one is refused.
 */
export async function importJsonLines(
  transact: Transact,
  editor: Editor,
  { encoding, text }: DecodedText,
  { isDryRun, maxRows }: Options,
): Promise<ImportReport> {
  const file = { encoding, preview: previewLine(text) }
  const lines = text
    .split('\n')
    .map((json, index) => ({ line: index + 1, json }))
    .filter(({ json }) => json.trim() !== '')
  const beyond = lines[maxRows]
  if (beyond) {
    const fault = { column: '', detail: csvCopy.too_many_lines(maxRows) }
    return createReport(file, [rejectedRow(beyond.line, '', [fault])])
  }
  const categories = await transact(readImportCategories)
  const parseRow = createRowParser(categories)
  const run = isDryRun ? (work: LineWork) => rollBackAfter(transact, work) : transact
  const seen = new Map<number, number>()
  const results: ImportRowResult[] = []
  for (const { line, json } of lines) {
    const parsed = parseRow(json)
    if ('reason' in parsed) {
      results.push(rejectedRow(line, '', [{ column: '', detail: parsed.reason }]))
      continue
    }
    const { work } = parsed
    const fault = faultOf(work, seen.get(work.id))
    seen.set(work.id, seen.get(work.id) ?? line)
    if (fault) results.push(rejectedRow(line, work.title, [fault]))
    else
      results.push(
        await run((tx) => importLine(tx, editor, { line, work, categories })).catch(
          (error: unknown) => rowOfError(error, line, work.title),
        ),
      )
  }
  return createReport(file, results)
}

type LineWork = (tx: Tx) => Promise<ImportRowResult>

function faultOf({ seasons = [] }: ImportRow, firstLine: number | undefined) {
  if (firstLine !== undefined) return { column: 'id', detail: importCopy.duplicate(firstLine) }
  const hasFilm = seasons.some(({ episodes }) => episodes.some(({ file }) => file !== undefined))
  return hasFilm ? { column: 'file', detail: csvCopy.film_on_server } : undefined
}

async function importLine(
  tx: Tx,
  editor: Editor,
  { line, work, categories }: { line: number; work: ImportRow; categories: ImportCategories },
): Promise<ImportRowResult> {
  const by = { import_key: importKey(work) }
  const existing = await findImportedWork(tx, by)
  const before = existing && (await lockWork(tx, existing.id))
  const episodesBefore = existing ? await readEpisodeTexts(tx, existing.id) : []
  const { states } = await upsertWorks(tx, [work], { categories, now: editor.now })
  const state = states.get(work.id) ?? 'unchanged'
  const id = existing?.id ?? (await findImportedWork(tx, by))!.id
  const after = (await lockWork(tx, id))!
  const episodesAfter = await readEpisodeTexts(tx, id)
  const { version: _, id: __, ...fields } = after
  const change =
    before && diffEdit<WorkFields>(before, { version: before.version, changes: fields })
  const oldEpisodes = episodesBefore.filter((episode) => !episodesAfter.includes(episode))
  const newEpisodes = episodesAfter.filter((episode) => !episodesBefore.includes(episode))
  if (state !== 'unchanged')
    await recordImportedWork(
      tx,
      { ...editor, reason: catalogueReasons.imported_line(line) },
      {
        id,
        name: after.title,
        before: before ? { ...change?.before, episode_lines: oldEpisodes } : null,
        after: { ...(before ? change?.after : fields), episode_lines: newEpisodes },
      },
    )
  return {
    line,
    name: after.title,
    state,
    faults: [],
    changes: [
      ...Object.keys(change?.after ?? (before ? {} : fields)).flatMap((name) => {
        const field = name as keyof WorkFields
        const column = workColumns[field]
        if (!column) return []
        const cell = (row: Partial<WorkFields> | undefined) =>
          shownCell(column, row?.[field], categories)
        return [{ column, before: cell(before), after: cell(after) }]
      }),
      ...(oldEpisodes.length + newEpisodes.length > 0
        ? [{ column: 'episode', before: oldEpisodes.join(', '), after: newEpisodes.join(', ') }]
        : []),
    ],
  }
}
