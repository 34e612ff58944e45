import type { Database } from '#server/db/client.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { filmFile, readFilmCaptions, readFilmFacts, trailerFiles } from './media-files.ts'
import { demoKey } from './seed-catalogue.ts'
import { heroWorks } from './activity/studio-texts.ts'
import { works } from './works/index.ts'
import type { Work } from './works/work.ts'

/** Until then the works that lead have a first rendition, and a machine with two cores has nothing else to encode. */
const wholeEncodesAfterMs = 90_000

/**
 * Registers the films of the demonstration as an operator's import would. The first episode of each work has a first
 * rendition before any film is encoded whole; the others have one as soon as a viewer opens them. An interrupted run is completed
 * by the next one.
 */
export async function seedFilms(
  { db, transact, files }: Pick<Database, 'db' | 'transact'> & { files: Storage },
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('episodes')
    .innerJoin('seasons', 'seasons.id', 'episodes.season_id')
    .innerJoin('series', 'series.id', 'episodes.series_id')
    .select(['episodes.id', 'episodes.number', 'seasons.number as season', 'series.import_key'])
    .where('episodes.video_state', '=', 'preparing')
    .where('episodes.asset_id', 'is', null)
    .where('series.import_key', 'like', demoKey('%'))
    .execute()
  for (const [place, { work, season, episode, key }] of filmsInOrder.entries()) {
    const row = rows.find(
      ({ import_key, season: number, ...other }) =>
        import_key === demoKey(work.id) &&
        number === season.number &&
        other.number === episode.number,
    )
    if (!row) continue
    const { opening, ending_start } = readFilmFacts(key)
    await registerAsset(
      { transact, files, now },
      {
        file: filmFile(key),
        is_final: true,
        episode_id: row.id,
        // Films up to 0 have a first rendition.
        priority: place - works.length + 1,
        encode_at: new Date(now.getTime() + wholeEncodesAfterMs),
        name: work.is_series ? `${work.title} ${episode.number}화` : work.title,
        markers: { opening, ending_start },
        captions: readFilmCaptions(key),
      },
    )
  }
}

/** Registers the trailers behind the films, once. An interrupted run is completed by the next one. */
export async function seedTrailers(
  { db, transact, files }: Pick<Database, 'db' | 'transact'> & { files: Storage },
  now: Date,
): Promise<void> {
  const name = 'demo trailers'
  const query = db.selectFrom('seed_runs').select('name').where('name', '=', name)
  if (await query.executeTakeFirst()) return
  for (const [work_id, file] of trailerFiles()) {
    const series = await db
      .selectFrom('series')
      .select(['id', 'title'])
      .where('import_key', '=', demoKey(work_id))
      .where('trailer_asset_id', 'is', null)
      .executeTakeFirst()
    if (!series) continue
    const { id: trailer_of, title } = series
    const asset = { file, is_final: true, trailer_of, priority: filmsInOrder.length }
    await registerAsset({ transact, files, now }, { ...asset, name: `${title} 예고편` })
  }
  await transact((tx) => tx.insertInto('seed_runs').values({ name }).execute())
}

const heroPlace = ({ id }: Work) =>
  heroWorks.includes(id) ? heroWorks.indexOf(id) : heroWorks.length

/** The first episode of each work before the second of any; works of the hero first, then the most watched. */
const filmsInOrder = works
  .flatMap((work) =>
    work.seasons
      .flatMap((season) => season.episodes.map((episode) => ({ work, season, episode })))
      .map((film, nth) => ({ ...film, nth })),
  )
  .flatMap((film) => (film.episode.film ? [{ ...film, key: film.episode.film }] : []))
  .toSorted(
    (a, b) =>
      a.nth - b.nth || heroPlace(a.work) - heroPlace(b.work) || b.work.weight - a.work.weight,
  )
