import type { Transact, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { plantSupport } from './help-center/seed-help-center.ts'
import { allWorks, daysSinceWritten, upcomingWorks, type Work, works } from './works/index.ts'

const day = 86_400_000
/** The film of an upcoming episode is made this long before its release. */
const filmLeadMs = 3_600_000

/** The import key of a work of the demonstration. */
export const demoKey = (work_id: number) => `demo:${work_id}`

/**
 * Seeds the demo catalogue (D-92) once: works and episodes at once, then jobs that draw its images and make its films.
 * Upcoming works are announced, and their films are made before they open. Shifts the dates to today.
 * @param options.is_hidden whether each work is hidden until its images are drawn.
 * @returns whether it was inserted now.
 */
export async function seedCatalogue(
  transact: Transact,
  now: Date,
  { is_hidden = false }: { is_hidden?: boolean } = {},
): Promise<boolean> {
  await plantSupport(transact, now)
  return transact(async (tx) => {
    const seedRow = await tx
      .insertInto('seed_runs')
      .values({ name: 'demo' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!seedRow.numInsertedOrUpdatedRows) return false
    const shift = daysSinceWritten(now) * day
    const films: { id: number; nth: number; weight: number }[] = []
    for (const work of works) {
      const episodes = await insertWork(tx, work, shift, is_hidden)
      films.push(...episodes.map(({ id }, nth) => ({ id, nth, weight: work.weight })))
    }
    for (const work of upcomingWorks) {
      const episodes = await insertWork(tx, work, shift, is_hidden, { is_upcoming: true })
      for (const { id: episode_id, released_at } of episodes)
        await enqueue(
          tx,
          'generate_demo_film',
          { episode_id },
          { run_at: new Date(Date.parse(released_at) - filmLeadMs) },
        )
    }
    for (const [place, work] of allWorks.toSorted((a, b) => b.weight - a.weight).entries())
      await enqueue(tx, 'render_demo_artwork', { work_id: work.id }, { priority: place })
    // The first episode of each work before the second of any.
    films.sort((a, b) => a.nth - b.nth || b.weight - a.weight)
    for (const [place, { id: episode_id }] of films.entries())
      await enqueue(tx, 'generate_demo_film', { episode_id }, { priority: place })
    return true
  })
}

/** @returns the episodes in order, with their shifted release. */
async function insertWork(
  tx: Tx,
  work: Work,
  shift: number,
  is_hidden: boolean,
  { is_upcoming = false }: { is_upcoming?: boolean } = {},
) {
  const inserted: { id: number; released_at: string }[] = []
  const moved = (instant: string) => new Date(Date.parse(instant) + shift).toISOString()
  await tx
    .insertInto('series')
    .values({
      id: work.id,
      import_key: demoKey(work.id),
      title: work.title,
      title_original: work.title_original,
      synopsis: work.synopsis,
      category_ids: [...work.categories],
      age_rating: work.age_rating,
      descriptors: [...work.descriptors],
      released_on: work.released_on && moved(work.released_on).slice(0, 10),
      is_completed: work.is_completed,
      is_dubbed: work.is_dubbed ?? false,
      is_series: work.is_series,
      is_hidden,
    })
    .execute()
  await insertCredits(tx, work)
  for (const season of work.seasons) {
    const { id: season_id } = await tx
      .insertInto('seasons')
      .values({ series_id: work.id, number: season.number, title: season.title })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = await tx
      .insertInto('episodes')
      .values(
        season.episodes.map((episode) => ({
          series_id: work.id,
          season_id,
          number: episode.number,
          title: episode.title,
          synopsis: episode.synopsis,
          runtime: episode.runtime,
          orientation: episode.orientation,
          is_free: episode.is_free,
          price: episode.price,
          rental_price: episode.rental_price,
          in_subscription: episode.in_subscription,
          released_at: moved(episode.released_at),
          // Listed while its film is being made (D-38), or announced until it is released.
          ...(is_upcoming ? { is_announced: true } : { video_state: 'preparing' }),
        })),
      )
      .returning('id')
      .execute()
    inserted.push(
      ...rows.map(({ id }, place) => ({
        id,
        released_at: moved(season.episodes[place]!.released_at),
      })),
    )
  }
  return inserted
}

async function insertCredits(tx: Tx, work: Work) {
  for (const [position, credit] of work.people.entries()) {
    const person = await tx
      .insertInto('people')
      .values({ name: credit.name, name_original: credit.name_original })
      .onConflict((conflict) =>
        conflict.columns(['name', 'name_original']).doUpdateSet({ name: credit.name }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('credits')
      .values({
        series_id: work.id,
        person_id: person.id,
        role: credit.role,
        character: credit.character ?? null,
        position,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
