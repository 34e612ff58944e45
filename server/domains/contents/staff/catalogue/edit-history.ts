import type { StudioWork } from '#contract/contents/staff/catalogue.ts'
import type { AuditLogEntry, CatalogueAuditEntry } from '#contract/studio/audit-log.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { isDeepStrictEqual } from 'node:util'
import { readCatalogueEntry, readEntriesOfWork } from '#server/domains/studio/index.ts'
import { catalogueReasons } from './catalogue.copy.ts'
import {
  updateEpisodeAudited,
  updateSeasonAudited,
  updateWorkAudited,
  type Editor,
  reorderEpisodesAudited,
  reorderSeasonsAudited,
  removeAdditionAudited,
  setTrailerAudited,
} from './audited-edits.ts'
import { lockWorkRow, readStudioWork } from './work-queries.ts'

/** Reads the edits of a work and of its seasons and episodes, newest first. */
export async function readEditHistory(
  db: Db,
  work: StudioWork,
  page: { limit: number; offset: number },
): Promise<{ count: number; results: CatalogueAuditEntry[] }> {
  const { count, entries } = await readEntriesOfWork(db, work.id, page)
  return { count, results: entries.map((entry) => ({ ...entry, undo: undoStateOf(entry, work) })) }
}

/** Returns whether an entry can be undone: every field it changed must still have the value it set. */
function undoStateOf(entry: AuditLogEntry, work: StudioWork): CatalogueAuditEntry['undo'] {
  const current = currentState(entry, work)
  if (addedItem(entry) && current) return isUnused(current) ? 'open' : 'newer'
  if (!entry.before || !entry.after || !current) return 'never'
  const isUnchanged = Object.entries(entry.after).every(([field, value]) =>
    isDeepStrictEqual(current[field], value),
  )
  return isUnchanged ? 'open' : 'newer'
}

/** Returns which item the entry added, if any; an unused addition can be removed. */
function addedItem({ kind }: AuditLogEntry): 'season' | 'episode' | undefined {
  if (kind === 'catalogue.season_added') return 'season'
  return kind === 'catalogue.episode_added' ? 'episode' : undefined
}

const isUnused = (current: Record<string, unknown>) =>
  Array.isArray(current['episodes'])
    ? current['episodes'].length === 0
    : current['asset_id'] === null && current['open_order_count'] === 0

/** Returns the current state of the entry's subject, with the field names that entries use. */
function currentState(
  { subject_kind, subject_id }: AuditLogEntry,
  work: StudioWork,
): Record<string, unknown> | undefined {
  const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)
  if (subject_kind === 'series') return { ...work, seasons: idsOf(work.seasons) }
  if (subject_kind === 'season') {
    const season = work.seasons.find(({ id }) => id === subject_id)
    return season && { ...season, episodes: idsOf(season.episodes) }
  }
  return work.seasons.flatMap(({ episodes }) => episodes).find(({ id }) => id === subject_id)
}

/**
 * Undoes an edit: restores every field it changed. The undo is an audited edit too and can itself be undone.
 * @returns the work.
 * @throws ProblemError `not_found`; `conflict` if the entry cannot be undone; `edit_conflict` if a later edit
 * changed the same fields; and the errors of a manual edit, such as a publication time in the past
 */
export async function undoEdit(tx: Tx, editor: Editor, entry_id: number): Promise<StudioWork> {
  const entry = (await readCatalogueEntry(tx, entry_id)) ?? throwProblem('not_found')
  const { work_id, before, after, subject_kind, subject_id } = entry
  if (work_id === null || subject_id === null) throwProblem('not_found')
  // Lock the work before reading it, so that the compared state is the state that is overwritten.
  await lockWorkRow(tx, work_id)
  const work = (await readStudioWork(tx, work_id)) ?? throwProblem('not_found')
  const undo = undoStateOf(entry, work)
  if (undo === 'newer') throwProblem('edit_conflict')
  const addedKind = addedItem(entry)
  const reason = catalogueReasons.undo(entry_id)
  if (addedKind) {
    const addition = { work_id, kind: addedKind, id: subject_id, name: entry.subject_name }
    await removeAdditionAudited(tx, { ...editor, reason }, addition)
    return (await readStudioWork(tx, work_id)) ?? throwProblem('not_found')
  }
  if (undo === 'never' || !before || !after) throwProblem('conflict')

  const undoer = { ...editor, reason, action: 'catalogue.edit_undone' } as const
  const orderOf = (field: string) => ({
    from: after[field] as number[],
    to: before[field] as number[],
  })
  const { version } = currentState(entry, work) as { version: number }
  const edit = { version, changes: before }
  if (subject_kind === 'series' && 'seasons' in before)
    await reorderSeasonsAudited(tx, undoer, subject_id, orderOf('seasons'))
  else if (subject_kind === 'series' && 'trailer_asset_id' in before)
    await setTrailerAudited(tx, undoer, subject_id, before['trailer_asset_id'] as number | null)
  else if (subject_kind === 'series') await updateWorkAudited(tx, undoer, subject_id, edit)
  else if (subject_kind === 'season' && 'episodes' in before)
    await reorderEpisodesAudited(tx, undoer, subject_id, orderOf('episodes'))
  else if (subject_kind === 'season') await updateSeasonAudited(tx, undoer, subject_id, edit)
  else await updateEpisodeAudited(tx, undoer, subject_id, edit)
  return (await readStudioWork(tx, work_id)) ?? throwProblem('not_found')
}
