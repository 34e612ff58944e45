/** Catalogue edits by staff: each applies the edit and writes its audit entry in one transaction. */
import type { EpisodeFields, WorkFields } from '#contract/contents/staff/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { readTrailerAssetId, setTrailer } from '#server/domains/media/index.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import {
  createEpisode,
  createSeason,
  updateEpisode,
  updateSeason,
  reorderEpisodes,
  reorderSeasons,
} from '../../editing/seasons-and-episodes.ts'
import { createWork, updateWork } from '../../editing/edit-work.ts'
import type { FieldChanges, VersionedEdit } from '../../editing/versioned-edit.ts'
import {
  lockSeason,
  lockSeries,
  deleteUnusedEpisode,
  deleteEmptySeason,
} from '../../editing/edit-queries.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import {
  type Actor,
  type AuditAction,
  type AuditEntry,
  recordAuditEntry,
} from '#server/domains/studio/index.ts'
import { episodeLabel, seasonLabel } from './catalogue.copy.ts'

/** The caller, with the reason of an edit that was not made by hand (import, undo) and its action if that differs. */
export type Editor = Actor & {
  action?: AuditAction
  reason?: string
}
type Order = { from: readonly number[]; to: readonly number[] }

const recordEdit = (tx: Tx, editor: Editor, entry: AuditEntry) => {
  const { action = entry.kind, reason = '' } = editor
  return recordAuditEntry(tx, editor, { ...entry, kind: action, reason })
}

export async function updateWorkAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: VersionedEdit<WorkFields>,
  options: Parameters<typeof updateWork>[4] = {},
): Promise<FieldChanges<WorkFields> | null> {
  const { change, name } = await updateWork(tx, id, edit, editor.now, options)
  const subject = { subject_kind: 'series' as const, subject_id: id, subject_name: name }
  if (change)
    await recordEdit(tx, editor, { kind: 'catalogue.work_changed', ...subject, ...change })
  return change
}

/** @returns the work of the episode, and the changed fields. */
export async function updateEpisodeAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: VersionedEdit<EpisodeFields>,
): Promise<{ work_id: number; change: FieldChanges<EpisodeFields> | null }> {
  const { change, episode } = await updateEpisode(tx, id, edit, editor.now)
  const subject = {
    subject_kind: 'episode' as const,
    subject_id: id,
    subject_name: episodeLabel(episode),
  }
  if (change)
    await recordEdit(tx, editor, { kind: 'catalogue.episode_changed', ...subject, ...change })
  return { work_id: episode.series_id, change }
}

/** @returns the work of the season, and the changed fields. */
export async function updateSeasonAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: VersionedEdit<{ title: string }>,
): Promise<{ work_id: number; change: FieldChanges<{ title: string }> | null }> {
  const { change, season } = await updateSeason(tx, id, edit)
  const subject = await lockSeasonSubject(tx, season)
  if (change)
    await recordEdit(tx, editor, { kind: 'catalogue.season_changed', ...subject, ...change })
  return { work_id: season.series_id, change }
}

export async function createWorkAudited(
  tx: Tx,
  editor: Editor,
  work: Parameters<typeof createWork>[1],
): Promise<number> {
  const { id } = await createWork(tx, work, editor.now)
  await recordEdit(tx, editor, {
    kind: 'catalogue.work_added',
    after: { ...work },
    subject_kind: 'series' as const,
    subject_id: id,
    subject_name: work.title,
  })
  return id
}

/** Records what an imported line made of a work; `before` is null for a new one. */
export const recordImportedWork = (
  tx: Tx,
  editor: Editor,
  { id, name, ...change }: Pick<AuditEntry, 'before' | 'after'> & { id: number; name: string },
): Promise<unknown> =>
  recordEdit(tx, editor, {
    kind: change.before ? 'catalogue.work_changed' : 'catalogue.work_added',
    ...change,
    subject_kind: 'series',
    subject_id: id,
    subject_name: name,
  })

/** Makes an asset the trailer of a work; `null` removes the trailer. The film stays. */
export async function setTrailerAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  asset_id: number | null,
): Promise<void> {
  const { title } = (await lockSeries(tx, id)) ?? throwProblem('not_found')
  const before = { trailer_asset_id: await readTrailerAssetId(tx, id) }
  const refusal = await setTrailer(tx, id, asset_id)
  if (refusal) throwProblem(refusal)
  await recordEdit(tx, editor, {
    kind: 'catalogue.trailer_set',
    before,
    after: { trailer_asset_id: asset_id },
    subject_kind: 'series' as const,
    subject_id: id,
    subject_name: title,
  })
}

type Added = { title?: string | undefined; number?: number; is_published?: boolean }

export async function createSeasonAudited(
  tx: Tx,
  editor: Editor,
  series_id: number,
  added: Added,
): Promise<number> {
  const { id, number, title, series_title } = await createSeason(tx, series_id, added)
  const subject_name = seasonLabel({ series_title, title })
  await recordEdit(tx, editor, {
    kind: 'catalogue.season_added',
    after: { number, title },
    subject_kind: 'season' as const,
    subject_id: id,
    subject_name,
  })
  await publishAddition(tx, editor, series_id)
  return id
}

export async function createEpisodeAudited(
  tx: Tx,
  editor: Editor,
  season_id: number,
  added: Added,
): Promise<{ id: number; work_id: number }> {
  const episode = await createEpisode(tx, season_id, added, editor.now)
  const { id, number, title, series_id } = episode
  await recordEdit(tx, editor, {
    kind: 'catalogue.episode_added',
    after: { number, title },
    subject_kind: 'episode' as const,
    subject_id: id,
    subject_name: episodeLabel(episode),
  })
  await publishAddition(tx, editor, series_id)
  return { id, work_id: series_id }
}

/** Open pages list a new season or episode under its work, so creation also publishes an event for the work. */
async function publishAddition(tx: Tx, { member }: Editor, work_id: number) {
  const by = member && { id: member.id, username: member.username }
  await publishStudioEvent(tx, { subject_kind: 'series' as const, subject_id: work_id, by })
}

export async function reorderSeasonsAudited(
  tx: Tx,
  editor: Editor,
  series_id: number,
  { from, to }: Order,
): Promise<void> {
  const series = (await lockSeries(tx, series_id)) ?? throwProblem('not_found')
  if (!(await reorderSeasons(tx, series_id, { from, to }))) return
  await recordEdit(tx, editor, {
    kind: 'catalogue.seasons_reordered',
    before: { seasons: from },
    after: { seasons: to },
    subject_kind: 'series' as const,
    subject_id: series_id,
    subject_name: series.title,
  })
}

/** @returns the work of the season. */
export async function reorderEpisodesAudited(
  tx: Tx,
  editor: Editor,
  season_id: number,
  { from, to }: Order,
): Promise<number> {
  const season = (await lockSeason(tx, season_id)) ?? throwProblem('not_found')
  const subject = await lockSeasonSubject(tx, season)
  if (await reorderEpisodes(tx, season_id, { from, to }))
    await recordEdit(tx, editor, {
      kind: 'catalogue.episodes_reordered',
      ...subject,
      before: { episodes: from },
      after: { episodes: to },
    })
  return season.series_id
}

/** Locks the work of a season, for its title. */
async function lockSeasonSubject(
  tx: Tx,
  { id, series_id, title }: { id: number; series_id: number; title: string },
) {
  const series = await lockSeries(tx, series_id)
  const subject_name = seasonLabel({ series_title: series?.title ?? '', title })
  return { subject_kind: 'season' as const, subject_id: id, subject_name }
}

type Removed = { work_id: number; kind: 'season' | 'episode'; id: number; name: string }

/**
 * Deletes a season or episode added by mistake. The audit entry is recorded on the work, which still exists.
 * @throws ProblemError `conflict` if the item is already in use
 */
export async function removeAdditionAudited(
  tx: Tx,
  editor: Editor,
  { work_id, kind, id, name }: Removed,
): Promise<void> {
  const isRemoved = await (kind === 'season'
    ? deleteEmptySeason(tx, id)
    : deleteUnusedEpisode(tx, id))
  if (!isRemoved) throwProblem('conflict')
  await recordEdit(tx, editor, {
    kind: `catalogue.${kind}_removed`,
    subject_kind: 'series' as const,
    subject_id: work_id,
    subject_name: name,
  })
}
