import type { CatalogueAuditEntry, StudioWork } from '#contract/studio/catalogue.ts'
import type { AuditLogEntry } from '#contract/studio/audit-log.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { catalogueReasons } from './catalogue.copy.ts'
import {
  updateEpisodeAudited,
  updateSeasonAudited,
  updateWorkAudited,
  type Editor,
  reorderEpisodesAudited,
  reorderSeasonsAudited,
  removeAdditionAudited,
} from './audited-edits.ts'
import { readStudioWork } from './queries.ts'

/** Acts of one work: of itself, its seasons and its episodes. */
const ofWork = (id: number) => sql`
  a.kind like 'catalogue.%' and (
    a.subject_kind = 'series' and a.subject_id = ${id}
    or a.subject_kind = 'season' and a.subject_id in (select se.id from seasons se where se.series_id = ${id})
    or a.subject_kind = 'episode' and a.subject_id in (select e.id from episodes e where e.series_id = ${id}))`

/** What staff changed of a work and of all below it, newest first. */
export async function readEditHistory(
  db: Db,
  work: StudioWork,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: CatalogueAuditEntry[] }> {
  const [counted, { rows }] = await Promise.all([
    sql<{
      count: number
    }>`select count(*) as count from studio_acts a where ${ofWork(work.id)}`.execute(db),
    sql<AuditLogEntry>`
      select a.* from studio_acts a where ${ofWork(work.id)} order by a.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
  ])
  const results = rows.map((act): CatalogueAuditEntry => ({ ...act, undo: undoOf(act, work) }))
  return { count: counted.rows[0]?.count ?? 0, results }
}

/** Whether an act can be taken back: all it changed has to stand as it left it. */
function undoOf(act: AuditLogEntry, work: StudioWork): CatalogueAuditEntry['undo'] {
  const stands = standing(act, work)
  if (added(act) && stands) return isBare(stands) ? 'open' : 'newer'
  if (!act.before || !act.after || !stands) return 'never'
  const isAsLeft = Object.entries(act.after).every(([field, value]) =>
    isDeepStrictEqual(stands[field], value),
  )
  return isAsLeft ? 'open' : 'newer'
}

/** Whether an act put in a season or an episode, which can be taken away while nothing hangs on it. */
function added({ kind }: AuditLogEntry): 'season' | 'episode' | undefined {
  if (kind === 'catalogue.season_added') return 'season'
  return kind === 'catalogue.episode_added' ? 'episode' : undefined
}

const isBare = (stands: Record<string, unknown>) =>
  Array.isArray(stands['episodes'])
    ? stands['episodes'].length === 0
    : stands['asset_id'] === null && stands['open_order_count'] === 0

/** What stands now of the thing an act was about, by the names acts give its fields. */
function standing(
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
 * Takes an act back: every field it changed becomes what it was. That is an act, too, and can be taken back.
 * @returns the work.
 * @throws Refusal `not_found`; `conflict` where it changed nothing that can be taken back; `edited_meanwhile` where
 * something newer touched it; and whatever an edit by hand would be refused with, as a schedule that is past
 */
export async function undoEdit(tx: Tx, editor: Editor, act_id: number): Promise<StudioWork> {
  const { rows } = await sql<AuditLogEntry & { work_id: number | null }>`
    select a.*, case a.subject_kind when 'series' then a.subject_id::int
      when 'season' then (select se.series_id from seasons se where se.id = a.subject_id)
      when 'episode' then (select e.series_id from episodes e where e.id = a.subject_id) end as work_id
    from studio_acts a where a.id = ${act_id} and a.kind like 'catalogue.%'`.execute(tx)
  const act = rows[0] ?? throwProblem('not_found')
  const { work_id, before, after, subject_kind, subject_id } = act
  if (work_id === null || subject_id === null) throwProblem('not_found')
  // Held before it is read, so that what is compared is what is written over.
  await sql`select from series where id = ${work_id} for update`.execute(tx)
  const work = (await readStudioWork(tx, work_id)) ?? throwProblem('not_found')
  const undo = undoOf(act, work)
  if (undo === 'newer') throwProblem('edited_meanwhile')
  const wasAdded = added(act)
  if (wasAdded) {
    const name = act.subject_name
    const reason = catalogueReasons.undo(act_id)
    await removeAdditionAudited(
      tx,
      editor,
      { work_id, kind: wasAdded, id: subject_id, name },
      { reason },
    )
    return (await readStudioWork(tx, work_id)) ?? throwProblem('not_found')
  }
  if (undo === 'never' || !before || !after) throwProblem('conflict')

  const cause = { kind: 'catalogue.undone', reason: catalogueReasons.undo(act_id) } as const
  const orderOf = (field: string) => ({
    from: after[field] as number[],
    to: before[field] as number[],
  })
  const { version } = standing(act, work) as { version: number }
  const edit = { version, changes: before }
  if (subject_kind === 'series' && 'seasons' in before)
    await reorderSeasonsAudited(tx, editor, subject_id, orderOf('seasons'), cause)
  else if (subject_kind === 'series') await updateWorkAudited(tx, editor, subject_id, edit, cause)
  else if (subject_kind === 'season' && 'episodes' in before)
    await reorderEpisodesAudited(tx, editor, subject_id, orderOf('episodes'), cause)
  else if (subject_kind === 'season') await updateSeasonAudited(tx, editor, subject_id, edit, cause)
  else await updateEpisodeAudited(tx, editor, subject_id, edit, cause)
  return (await readStudioWork(tx, work_id)) ?? throwProblem('not_found')
}
