/** Catalogue edits by staff: each applies the edit and writes its audit entry in one transaction. */
import type { EpisodeFields, WorkFields } from '#contract/studio/catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import {
  createEpisode,
  createSeason,
  createWork,
  updateEpisode,
  updateSeason,
  updateWork,
  type FieldChanges,
  type VersionedEdit,
  lockSeason,
  lockSeries,
  reorderEpisodes,
  reorderSeasons,
  deleteUnusedEpisode,
  deleteEmptySeason,
} from '#server/domains/contents/index.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { AuditAction } from '../audit-actions.ts'
import { recordAuditEntry } from '../audit-log.ts'
import { episodeLabel, seasonLabel } from './catalogue.copy.ts'

export type Editor = Pick<RequestContext, 'member' | 'client' | 'now'>
type Order = { from: readonly number[]; to: readonly number[] }
/** The audit action to record, and the reason when the edit was not made by hand (import, undo). */
export type EditCause = { kind?: AuditAction; reason?: string }

export async function updateWorkAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: VersionedEdit<WorkFields>,
  { kind = 'catalogue.work_changed', reason = '' }: EditCause = {},
): Promise<FieldChanges<WorkFields> | null> {
  const { change, name } = await updateWork(tx, id, edit, editor.now)
  if (change)
    await recordAuditEntry(tx, editor, {
      ...{ kind, reason, ...change },
      ...{ subject_kind: 'series', subject_id: id, subject_name: name },
    })
  return change
}

/** @returns the work of the episode, and the changed fields. */
export async function updateEpisodeAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: VersionedEdit<EpisodeFields>,
  { kind = 'catalogue.episode_changed', reason = '' }: EditCause = {},
): Promise<{ work_id: number; change: FieldChanges<EpisodeFields> | null }> {
  const { change, episode } = await updateEpisode(tx, id, edit, editor.now)
  if (change)
    await recordAuditEntry(tx, editor, {
      ...{ kind, reason, ...change },
      ...{ subject_kind: 'episode', subject_id: id, subject_name: episodeLabel(episode) },
    })
  return { work_id: episode.series_id, change }
}

export async function updateSeasonAudited(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: VersionedEdit<{ title: string }>,
  { kind = 'catalogue.season_changed', reason = '' }: EditCause = {},
): Promise<{ work_id: number; change: FieldChanges<{ title: string }> | null }> {
  const { change, season } = await updateSeason(tx, id, edit)
  const { series_id, title } = season
  const series = await lockSeries(tx, series_id)
  if (change)
    await recordAuditEntry(tx, editor, {
      ...{ kind, reason, ...change },
      subject_kind: 'season',
      subject_id: id,
      subject_name: seasonLabel({ series_title: series?.title ?? '', title }),
    })
  return { work_id: series_id, change }
}

export async function createWorkAudited(
  tx: Tx,
  editor: Editor,
  work: Parameters<typeof createWork>[1],
  { reason = '' }: EditCause = {},
): Promise<number> {
  const { id } = await createWork(tx, work, editor.now)
  await recordAuditEntry(tx, editor, {
    kind: 'catalogue.work_added',
    ...{ subject_kind: 'series', subject_id: id, subject_name: work.title, reason },
    after: { ...work },
  })
  return id
}

/** Open pages list a new season or episode under its work, so creation also publishes an event for the work. */
async function publishAddition(tx: Tx, { member }: Editor, work_id: number) {
  const by = member && { id: member.id, username: member.username }
  await publishStudioEvent(tx, { subject_kind: 'series', subject_id: work_id, by })
}

type Added = { title?: string | undefined; number?: number }

export async function createSeasonAudited(
  tx: Tx,
  editor: Editor,
  series_id: number,
  added: Added,
  { reason = '' }: EditCause = {},
): Promise<number> {
  const { id, number, title, series_title } = await createSeason(tx, series_id, added)
  await recordAuditEntry(tx, editor, {
    kind: 'catalogue.season_added',
    ...{ subject_kind: 'season', subject_id: id, reason },
    subject_name: seasonLabel({ series_title, title }),
    after: { number, title },
  })
  await publishAddition(tx, editor, series_id)
  return id
}

export async function createEpisodeAudited(
  tx: Tx,
  editor: Editor,
  season_id: number,
  added: Added,
  { reason = '' }: EditCause = {},
): Promise<{ id: number; work_id: number }> {
  const episode = await createEpisode(tx, season_id, added, editor.now)
  const { id, number, title, series_id } = episode
  await recordAuditEntry(tx, editor, {
    kind: 'catalogue.episode_added',
    ...{ subject_kind: 'episode', subject_id: id, reason },
    subject_name: episodeLabel(episode),
    after: { number, title },
  })
  await publishAddition(tx, editor, series_id)
  return { id, work_id: series_id }
}

export async function reorderSeasonsAudited(
  tx: Tx,
  editor: Editor,
  series_id: number,
  { from, to }: Order,
  { kind = 'catalogue.seasons_ordered', reason = '' }: EditCause = {},
): Promise<void> {
  const series = (await lockSeries(tx, series_id)) ?? throwProblem('not_found')
  if (!(await reorderSeasons(tx, series_id, { from, to }))) return
  await recordAuditEntry(tx, editor, {
    ...{ kind, reason, subject_kind: 'series', subject_id: series_id, subject_name: series.title },
    before: { seasons: from },
    after: { seasons: to },
  })
}

/** @returns the work of the season. */
export async function reorderEpisodesAudited(
  tx: Tx,
  editor: Editor,
  season_id: number,
  { from, to }: Order,
  { kind = 'catalogue.episodes_ordered', reason = '' }: EditCause = {},
): Promise<number> {
  const season = (await lockSeason(tx, season_id)) ?? throwProblem('not_found')
  const series = await lockSeries(tx, season.series_id)
  if (await reorderEpisodes(tx, season_id, { from, to }))
    await recordAuditEntry(tx, editor, {
      ...{ kind, reason, subject_kind: 'season', subject_id: season_id },
      subject_name: seasonLabel({ series_title: series?.title ?? '', title: season.title }),
      before: { episodes: from },
      after: { episodes: to },
    })
  return season.series_id
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
  { reason = '' }: EditCause = {},
): Promise<void> {
  const isRemoved = await (kind === 'season'
    ? deleteEmptySeason(tx, id)
    : deleteUnusedEpisode(tx, id))
  if (!isRemoved) throwProblem('conflict')
  await recordAuditEntry(tx, editor, {
    kind: `catalogue.${kind}_removed`,
    ...{ subject_kind: 'series', subject_id: work_id, subject_name: name, reason },
  })
}
