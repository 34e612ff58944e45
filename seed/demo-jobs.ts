import type { Database } from '#server/db/client.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { storeImage } from '#server/images/store-image.ts'
import type { JobContext, JobPayloads } from '#server/jobs/job-types.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Clock } from '#server/shared/clock.ts'
import { findFfmpeg } from '#server/adapters/encoder/index.ts'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

type Dependencies = Pick<Database, 'db' | 'transact'> & {
  files: Storage
  uploads_dir: string
  clock: Clock
}

/** Draws the images of a work. The job imports the drawing code. */
export async function renderDemoArtwork(
  { db, transact, files }: Dependencies,
  { work_id }: JobPayloads['render_demo_artwork'],
  { signal }: JobContext,
) {
  const [{ works }, art] = await Promise.all([import('./works/index.ts'), import('./art/draw.ts')])
  const work = works.find((one) => one.id === work_id)
  if (!work) return
  const poster = await storeImage(files, 'poster', await art.drawPoster(work).encode('jpeg', 95))
  const backdrop = await storeImage(
    files,
    'backdrop',
    await art.drawBackdrop(work).encode('jpeg', 95),
  )
  const logo = work.art.logo
    ? await storeImage(files, 'thumbnail', await art.drawLogo(work).encode('png'))
    : null
  await transact((tx) =>
    tx
      .updateTable('series')
      .set({
        poster_key: poster.key,
        poster_color: poster.color,
        backdrop_key: backdrop.key,
        backdrop_color: backdrop.color,
        logo_key: logo?.key ?? null,
      })
      .where('id', '=', work.id)
      .execute(),
  )
  const rows = await db
    .selectFrom('episodes')
    .innerJoin('seasons', 'seasons.id', 'episodes.season_id')
    .select(['episodes.id', 'episodes.number', 'seasons.number as season_number'])
    .where('episodes.series_id', '=', work.id)
    .where('episodes.thumbnail_key', 'is', null)
    .execute()
  for (const row of rows) {
    signal.throwIfAborted()
    const season = work.seasons.find((one) => one.number === row.season_number)
    const episode = season?.episodes.find((one) => one.number === row.number)
    if (!season || !episode) continue
    const picture = await storeImage(
      files,
      'thumbnail',
      await art.drawThumbnail(work, season, episode).encode('jpeg', 92),
    )
    await transact((tx) =>
      tx
        .updateTable('episodes')
        .set({ thumbnail_key: picture.key, thumbnail_color: picture.color })
        .where('id', '=', row.id)
        .execute(),
    )
  }
}

/** Synthesises a film and registers it with its episode. */
export async function generateDemoFilm(
  deps: Dependencies,
  { key }: JobPayloads['generate_demo_film'],
  { signal }: JobContext,
) {
  const [{ works }, { films, synthesise }] = await Promise.all([
    import('./works/index.ts'),
    import('./films/index.ts'),
  ])
  const film = films.find((one) => one.key === key)
  const place = works
    .flatMap((work) =>
      work.seasons.flatMap((season) =>
        season.episodes.map((episode) => ({ work, season, episode })),
      ),
    )
    .find(({ episode }) => episode.film === key)
  if (!film || !place) return
  const { work, season, episode } = place
  const row = await deps.db
    .selectFrom('episodes')
    .innerJoin('seasons', 'seasons.id', 'episodes.season_id')
    .select(['episodes.id', 'episodes.asset_id'])
    .where('episodes.series_id', '=', work.id)
    .where('seasons.number', '=', season.number)
    .where('episodes.number', '=', episode.number)
    .executeTakeFirst()
  // The work was deleted, or an earlier run that crashed has already finished the job.
  if (!row || row.asset_id !== null) return
  await mkdir(deps.uploads_dir, { recursive: true })
  const file = join(deps.uploads_dir, `demo-${key}.mkv`)
  try {
    await synthesise(film, file, { ffmpeg: findFfmpeg(), signal })
    await registerAsset(
      { ...deps, now: deps.clock.now() },
      {
        file,
        is_final: true,
        name: `${work.title} ${episode.number}화`,
        episode_id: row.id,
        markers: film.markers,
        captions: film.captions.map(({ language, label, vtt }) => ({
          language,
          label,
          content: vtt,
        })),
        // Encoded before the next video is generated, so that the first is playable soon.
        priority: -1,
      },
    )
  } finally {
    await rm(file, { force: true })
  }
}
