import type { CatalogueAct, StudioWork } from '#contract/studio-catalogue.ts'
import type { StudioAct } from '#contract/studio.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { catalogueReasons } from './catalogue.copy.ts'
import {
  editEpisode,
  editSeason,
  editWork,
  type Editor,
  moveEpisodes,
  moveSeasons,
  takeAway,
} from './edits.ts'
import { readStudioWork } from './queries.ts'

/** Acts of one work: of itself, its seasons and its episodes. */
const ofWork = (id: number) => sql`
  a.kind like 'catalogue.%' and (
    a.subject_kind = 'series' and a.subject_id = ${id}
    or a.subject_kind = 'season' and a.subject_id in (select se.id from seasons se where se.series_id = ${id})
    or a.subject_kind = 'episode' and a.subject_id in (select e.id from episodes e where e.series_id = ${id}))`

/** What staff changed of a work and of all below it, newest first. */
export async function readHistory(
  db: Db,
  work: StudioWork,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: CatalogueAct[] }> {
  const [counted, { rows }] = await Promise.all([
    sql<{
      count: number
    }>`select count(*) as count from studio_acts a where ${ofWork(work.id)}`.execute(db),
    sql<StudioAct>`
      select a.* from studio_acts a where ${ofWork(work.id)} order by a.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
  ])
  const results = rows.map((act): CatalogueAct => ({ ...act, undo: undoOf(act, work) }))
  return { count: counted.rows[0]?.count ?? 0, results }
}

/** Whether an act can be taken back: all it changed has to stand as it left it. */
function undoOf(act: StudioAct, work: StudioWork): CatalogueAct['undo'] {
  const stands = standing(act, work)
  if (added(act) && stands) return isBare(stands) ? 'open' : 'newer'
  if (!act.before || !act.after || !stands) return 'never'
  const isAsLeft = Object.entries(act.after).every(([field, value]) =>
    isDeepStrictEqual(stands[field], value),
  )
  return isAsLeft ? 'open' : 'newer'
}

/** Whether an act put in a season or an episode, which can be taken away while nothing hangs on it. */
function added({ kind }: StudioAct): 'season' | 'episode' | undefined {
  if (kind === 'catalogue.season_added') return 'season'
  return kind === 'catalogue.episode_added' ? 'episode' : undefined
}

const isBare = (stands: Record<string, unknown>) =>
  Array.isArray(stands['episodes'])
    ? stands['episodes'].length === 0
    : stands['asset_id'] === null && stands['open_order_count'] === 0

/** What stands now of the thing an act was about, by the names acts give its fields. */
function standing(
  { subject_kind, subject_id }: StudioAct,
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
 * Takes an act back: every field it changed becomes what it was. That is an act, too, and can be taken back.
 * @returns the work.
 * @throws Refusal `not_found`; `conflict` where it changed nothing that can be taken back; `edited_meanwhile` where
 * something newer touched it; and whatever an edit by hand would be refused with, as a schedule that is past
 */
export async function undoAct(tx: Tx, editor: Editor, act_id: number): Promise<StudioWork> {
  const { rows } = await sql<StudioAct & { work_id: number | null }>`
    select a.*, case a.subject_kind when 'series' then a.subject_id::int
      when 'season' then (select se.series_id from seasons se where se.id = a.subject_id)
      when 'episode' then (select e.series_id from episodes e where e.id = a.subject_id) end as work_id
    from studio_acts a where a.id = ${act_id} and a.kind like 'catalogue.%'`.execute(tx)
  const act = rows[0] ?? refuse('not_found')
  const { work_id, before, after, subject_kind, subject_id } = act
  if (work_id === null || subject_id === null) refuse('not_found')
  // Held before it is read, so that what is compared is what is written over.
  await sql`select from series where id = ${work_id} for update`.execute(tx)
  const work = (await readStudioWork(tx, work_id)) ?? refuse('not_found')
  const undo = undoOf(act, work)
  if (undo === 'newer') refuse('edited_meanwhile')
  const wasAdded = added(act)
  if (wasAdded) {
    const name = act.subject_name
    const reason = catalogueReasons.undo(act_id)
    await takeAway(tx, editor, { work_id, kind: wasAdded, id: subject_id, name }, { reason })
    return (await readStudioWork(tx, work_id)) ?? refuse('not_found')
  }
  if (undo === 'never' || !before || !after) refuse('conflict')

  const cause = { kind: 'catalogue.undone', reason: catalogueReasons.undo(act_id) } as const
  const orderOf = (field: string) => ({
    from: after[field] as number[],
    to: before[field] as number[],
  })
  const { version } = standing(act, work) as { version: number }
  const edit = { version, changes: before }
  if (subject_kind === 'series' && 'seasons' in before)
    await moveSeasons(tx, editor, subject_id, orderOf('seasons'), cause)
  else if (subject_kind === 'series') await editWork(tx, editor, subject_id, edit, cause)
  else if (subject_kind === 'season' && 'episodes' in before)
    await moveEpisodes(tx, editor, subject_id, orderOf('episodes'), cause)
  else if (subject_kind === 'season') await editSeason(tx, editor, subject_id, edit, cause)
  else await editEpisode(tx, editor, subject_id, edit, cause)
  return (await readStudioWork(tx, work_id)) ?? refuse('not_found')
}
