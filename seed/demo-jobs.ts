import type { Database } from '#server/db/client.ts'
import { registerAsset, storeImage } from '#server/domains/media/index.ts'
import type { JobContext, JobHandlers } from '#server/jobs/job-types.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Clock } from '#server/shared/clock.ts'
import { findFfmpeg } from '#server/adapters/encoder/index.ts'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

type Parts = Pick<Database, 'db' | 'transact'> & {
  files: Storage
  uploads_dir: string
  clock: Clock
}

/** Jobs that create the demo media. The drawing code is imported by the first of them. */
export function createDemoJobHandlers(
  parts: Parts,
): Pick<JobHandlers, 'render_demo_artwork' | 'generate_demo_film'> {
  return {
    render_demo_artwork: ({ work_id }, tools) => drawWork(parts, work_id, tools),
    generate_demo_film: ({ key }, tools) => makeFilm(parts, key, tools),
  }
}

async function drawWork({ db, transact, files }: Parts, workId: number, tools: JobContext) {
  const [{ works }, art] = await Promise.all([import('./works/index.ts'), import('./art/draw.ts')])
  const work = works.find((one) => one.id === workId)
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
    tools.signal.throwIfAborted()
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

async function makeFilm(parts: Parts, key: string, tools: JobContext) {
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
  const row = await parts.db
    .selectFrom('episodes')
    .innerJoin('seasons', 'seasons.id', 'episodes.season_id')
    .select(['episodes.id', 'episodes.asset_id'])
    .where('episodes.series_id', '=', work.id)
    .where('seasons.number', '=', season.number)
    .where('episodes.number', '=', episode.number)
    .executeTakeFirst()
  // The work was deleted, or an earlier run that crashed has already finished the job.
  if (!row || row.asset_id !== null) return
  await mkdir(parts.uploads_dir, { recursive: true })
  const file = join(parts.uploads_dir, `demo-${key}.mkv`)
  try {
    await synthesise(film, file, { ffmpeg: findFfmpeg(), signal: tools.signal })
    await registerAsset(
      { ...parts, now: parts.clock.now() },
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
