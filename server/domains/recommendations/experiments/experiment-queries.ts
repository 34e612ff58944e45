import type {
  Experiment,
  ExperimentArm,
  ExperimentTreatment,
} from '#contract/recommendations/staff.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { type RawBuilder, sql } from 'kysely'
import { notifySettings } from '../staff/override-queries.ts'
import { compareMeans, type Sample } from './compare-means.ts'
import { hash } from 'node:crypto'

/** Experiments that the studio lists: the figures of each take about 0.2 s for 100,000 profiles. */
const maxListed = 10

/** The arm of a profile, as `assignArm` computes it. */
export const armSql = (
  experiment_id: RawBuilder<unknown>,
  profile_id: RawBuilder<unknown>,
) => sql`case when get_byte(sha256(convert_to(${experiment_id} || ':' || ${profile_id}, 'UTF8')), 0) % 2 = 0
  then 'control' else 'treatment' end`

type Listed = Pick<Experiment, 'id' | 'name' | 'treatment' | 'started_at' | 'ended_at'>

/**
 * Lists experiments with the minutes of their arms. All profiles that existed at the start count, also those that watched
 * nothing: whether a profile watches may depend on its arm.
 */
export async function listExperiments(db: Db): Promise<Experiment[]> {
  const experiments = (await db
    .selectFrom('recommendation_experiments')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(maxListed)
    .execute()) as Listed[]
  const results: Experiment[] = []
  for (const experiment of experiments) {
    const { control, treatment } = await readArms(db, experiment)
    results.push({
      ...experiment,
      arms: [
        { arm: 'control', profiles: control.count, minutes: control.mean },
        { arm: 'treatment', profiles: treatment.count, minutes: treatment.mean },
      ],
      comparison: compareMeans(control, treatment),
    })
  }
  return results
}

async function readArms(db: Db, { id, started_at }: Listed) {
  const { rows } = await sql<Sample & { arm: ExperimentArm }>`
    select arm, count(*) as count, avg(minutes) as mean, coalesce(var_samp(minutes), 0) as variance from (
      select ${armSql(sql`${id}::int`, sql`p.id`)} as arm, coalesce(w.seconds, 0) / 60.0::float8 as minutes
      from profiles p left join experiment_watch_seconds w on w.profile_id = p.id and w.experiment_id = ${id}
      where p.created_at <= ${started_at}::timestamptz
    ) as watched group by arm`.execute(db)
  const none = { count: 0, mean: 0, variance: 0 }
  return Object.fromEntries([
    ['control', none],
    ['treatment', none],
    ...rows.map(({ arm, ...sample }) => [arm, sample] as const),
  ]) as Record<ExperimentArm, Sample>
}

/** @returns its id; undefined while another experiment runs. */
export async function startExperiment(
  tx: Tx,
  { name, treatment }: { name: string; treatment: ExperimentTreatment },
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into recommendation_experiments (name, treatment, started_at)
    values (${name}, ${treatment}, ${now.toISOString()}::timestamptz)
    on conflict ((true)) where ended_at is null do nothing returning id`.execute(tx)
  await notifySettings(tx)
  return rows[0]?.id
}

/** @returns the name, and whether this call ended it; undefined for an unknown one. */
export async function endExperiment(tx: Tx, id: number, now: Date) {
  const ended = await tx
    .updateTable('recommendation_experiments')
    .set({ ended_at: now.toISOString() })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  await notifySettings(tx)
  if (ended) return { ...ended, hasEnded: true }
  const known = await tx
    .selectFrom('recommendation_experiments')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  return known && { ...known, hasEnded: false }
}

/**
 * The arm of a profile in an experiment, by the lowest bit of a SHA-256: fixed without being stored, even over profiles, and
 * independent between experiments. `armSql` is the same in SQL.
 */
export const assignArm = (experiment_id: number, profile_id: number): ExperimentArm =>
  hash('sha256', `${experiment_id}:${profile_id}`, 'buffer')[0]! % 2 === 0 ? 'control' : 'treatment'
