/** Every edit of the catalogue by staff: the verb of `contents`, and the act that tells of it, in one transaction. */
import type { EpisodeFields, WorkFields } from '#contract/studio-catalogue.ts'
import type { Tx } from '#server/db/client.ts'
import { tellStudio } from '#server/db/studio-news.ts'
import {
  addEpisode,
  addSeason,
  addWork,
  changeEpisode,
  changeSeason,
  changeWork,
  type Change,
  type Edit,
  holdSeason,
  holdSeries,
  orderEpisodes,
  orderSeasons,
  removeEpisode,
  removeSeason,
} from '#server/domains/contents/index.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { recordAct } from '../acts.ts'
import { nameOfEpisode, nameOfSeason } from './catalogue.copy.ts'
import type { CatalogueKind } from './kinds.ts'

export type Editor = Pick<Caller, 'member' | 'visitor' | 'now'>
type Order = { from: readonly number[]; to: readonly number[] }
/** Why it was done, where not by somebody's own hand; and as what it goes into the log. */
export type Cause = { kind?: CatalogueKind; reason?: string }

export async function editWork(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: Edit<WorkFields>,
  { kind = 'catalogue.work_changed', reason = '' }: Cause = {},
): Promise<Change<WorkFields> | null> {
  const { change, name } = await changeWork(tx, id, edit, editor.now)
  if (change)
    await recordAct(tx, editor, {
      ...{ kind, reason, ...change },
      ...{ subject_kind: 'series', subject_id: id, subject_name: name },
    })
  return change
}

/** @returns the work it is of, and what changed. */
export async function editEpisode(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: Edit<EpisodeFields>,
  { kind = 'catalogue.episode_changed', reason = '' }: Cause = {},
): Promise<{ work_id: number; change: Change<EpisodeFields> | null }> {
  const { change, episode } = await changeEpisode(tx, id, edit, editor.now)
  if (change)
    await recordAct(tx, editor, {
      ...{ kind, reason, ...change },
      ...{ subject_kind: 'episode', subject_id: id, subject_name: nameOfEpisode(episode) },
    })
  return { work_id: episode.series_id, change }
}

export async function editSeason(
  tx: Tx,
  editor: Editor,
  id: number,
  edit: Edit<{ title: string }>,
  { kind = 'catalogue.season_changed', reason = '' }: Cause = {},
): Promise<{ work_id: number; change: Change<{ title: string }> | null }> {
  const { change, season } = await changeSeason(tx, id, edit)
  const { series_id, title } = season
  const series = await holdSeries(tx, series_id)
  if (change)
    await recordAct(tx, editor, {
      ...{ kind, reason, ...change },
      subject_kind: 'season',
      subject_id: id,
      subject_name: nameOfSeason({ series_title: series?.title ?? '', title }),
    })
  return { work_id: series_id, change }
}

export async function createWork(
  tx: Tx,
  editor: Editor,
  work: Parameters<typeof addWork>[1],
  { reason = '' }: Cause = {},
): Promise<number> {
  const { id } = await addWork(tx, work, editor.now)
  await recordAct(tx, editor, {
    kind: 'catalogue.work_added' satisfies CatalogueKind,
    ...{ subject_kind: 'series', subject_id: id, subject_name: work.title, reason },
    after: { ...work },
  })
  return id
}

/** Of what is new pages know the work alone. */
const byOf = ({ member }: Editor) => member && { id: member.id, username: member.username }

type Added = { title?: string | undefined; number?: number }

export async function createSeason(
  tx: Tx,
  editor: Editor,
  series_id: number,
  added: Added,
  { reason = '' }: Cause = {},
): Promise<number> {
  const { id, number, title, series_title } = await addSeason(tx, series_id, added)
  await recordAct(tx, editor, {
    kind: 'catalogue.season_added' satisfies CatalogueKind,
    ...{ subject_kind: 'season', subject_id: id, reason },
    subject_name: nameOfSeason({ series_title, title }),
    after: { number, title },
  })
  await tellStudio(tx, { subject_kind: 'series', subject_id: series_id, by: byOf(editor) })
  return id
}

export async function createEpisode(
  tx: Tx,
  editor: Editor,
  season_id: number,
  added: Added,
  { reason = '' }: Cause = {},
): Promise<{ id: number; work_id: number }> {
  const episode = await addEpisode(tx, season_id, added, editor.now)
  const { id, number, title, series_id } = episode
  await recordAct(tx, editor, {
    kind: 'catalogue.episode_added' satisfies CatalogueKind,
    ...{ subject_kind: 'episode', subject_id: id, reason },
    subject_name: nameOfEpisode(episode),
    after: { number, title },
  })
  await tellStudio(tx, { subject_kind: 'series', subject_id: series_id, by: byOf(editor) })
  return { id, work_id: series_id }
}

export async function moveSeasons(
  tx: Tx,
  editor: Editor,
  series_id: number,
  { from, to }: Order,
  { kind = 'catalogue.seasons_ordered', reason = '' }: Cause = {},
): Promise<void> {
  const series = (await holdSeries(tx, series_id)) ?? refuse('not_found')
  if (!(await orderSeasons(tx, series_id, { from, to }))) return
  await recordAct(tx, editor, {
    ...{ kind, reason, subject_kind: 'series', subject_id: series_id, subject_name: series.title },
    before: { seasons: from },
    after: { seasons: to },
  })
}

/** @returns the work it is of. */
export async function moveEpisodes(
  tx: Tx,
  editor: Editor,
  season_id: number,
  { from, to }: Order,
  { kind = 'catalogue.episodes_ordered', reason = '' }: Cause = {},
): Promise<number> {
  const season = (await holdSeason(tx, season_id)) ?? refuse('not_found')
  const series = await holdSeries(tx, season.series_id)
  if (await orderEpisodes(tx, season_id, { from, to }))
    await recordAct(tx, editor, {
      ...{ kind, reason, subject_kind: 'season', subject_id: season_id },
      subject_name: nameOfSeason({ series_title: series?.title ?? '', title: season.title }),
      before: { episodes: from },
      after: { episodes: to },
    })
  return season.series_id
}

type Removed = { work_id: number; kind: 'season' | 'episode'; id: number; name: string }

/**
 * Takes away what was added by mistake, and tells it of the work, which is still there.
 * @throws Refusal `conflict` where somebody has to do with it already
 */
export async function takeAway(
  tx: Tx,
  editor: Editor,
  { work_id, kind, id, name }: Removed,
  { reason = '' }: Cause = {},
): Promise<void> {
  const isRemoved = await (kind === 'season' ? removeSeason(tx, id) : removeEpisode(tx, id))
  if (!isRemoved) refuse('conflict')
  await recordAct(tx, editor, {
    kind: `catalogue.${kind}_removed` satisfies CatalogueKind,
    ...{ subject_kind: 'series', subject_id: work_id, subject_name: name, reason },
  })
}
