import { dayMs } from '#contract/core/seoul-time.ts'
import type { Transact, Tx } from '#server/db/client.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { seedService } from './service/seed-service.ts'
import { plantSupport } from './help-center/seed-help-center.ts'
import { addArtwork } from './add-artwork.ts'
import { readFilmFacts } from './media-files.ts'
import { allWorks, daysSinceWritten, type Work } from './works/index.ts'

/** The import key of a work of the demonstration. */
export const demoKey = (work_id: number | '%') => `demo:${work_id}`

/**
 * Seeds the demo catalogue once, with its artwork, so that home is complete from the first page on. Episodes wait for
 * their films (`seedFilms`). Shifts the dates to today.
 * @param files where the artwork is stored; without it, the works have none.
 * @returns whether it was inserted now.
 */
export async function seedCatalogue(
  transact: Transact,
  now: Date,
  files?: Storage,
): Promise<boolean> {
  await seedService(transact, now)
  await plantSupport(transact, now)
  return transact(async (tx) => {
    const seedRow = await tx
      .insertInto('seed_runs')
      .values({ name: 'demo' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!seedRow.numInsertedOrUpdatedRows) return false
    for (const work of allWorks) await insertWork(tx, work, daysSinceWritten(now) * dayMs)
    if (files) await addArtwork(tx, files)
    return true
  })
}

async function insertWork(tx: Tx, work: Work, shift: number) {
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
      keywords: [...work.tags],
      released_on: work.released_on && moved(work.released_on).slice(0, 10),
      is_completed: work.is_completed,
      is_dubbed: work.is_dubbed ?? false,
      is_series: work.is_series,
    })
    .execute()
  await insertCredits(tx, work)
  for (const season of work.seasons) {
    const { id: season_id } = await tx
      .insertInto('seasons')
      .values({ series_id: work.id, number: season.number, title: season.title })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('episodes')
      .values(
        season.episodes.map(({ film, ...episode }) => ({
          series_id: work.id,
          season_id,
          ...episode,
          ...(film
            ? { runtime: Math.round(readFilmFacts(film).seconds), video_state: 'preparing' }
            : { is_announced: true }),
          released_at: moved(episode.released_at),
        })),
      )
      .execute()
  }
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
