import type { Db } from '#server/db/client.ts'
import {
  deleteDrawingProgress,
  encodeAsset,
  type EncodeDependencies,
  registerAsset,
  saveDrawingProgress,
} from '#server/domains/media/index.ts'
import { storeImage } from '#server/images/store-image.ts'
import type { JobContext, JobPayloads } from '#server/jobs/job-types.ts'
import { findFfmpeg } from '#server/adapters/encoder/index.ts'
import { allWorks, type Work, type WorkEpisode, type WorkSeason } from './works/index.ts'
import { demoKey } from './seed-catalogue.ts'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'

type Dependencies = EncodeDependencies & { uploads_dir: string }

/** The run for which a viewer waits. */
let urgent: { episode_id: number; ended: Promise<void> } | undefined

/**
 * Draws the images of a work and shows the work, which is hidden until it has them. The job imports the drawing code.
 */
export async function renderDemoArtwork(
  { db, transact, files }: Dependencies,
  { work_id }: JobPayloads['render_demo_artwork'],
  { signal }: JobContext,
) {
  const art = await import('./art/draw.ts')
  const work = allWorks.find((one) => one.id === work_id)
  if (!work) return
  // Drawing shares this thread with the film for which a viewer waits, so each picture waits for it.
  await urgent?.ended
  const poster = await storeImage(files, 'poster', await art.drawPoster(work).encode('jpeg', 95))
  await urgent?.ended
  const backdrop = await storeImage(
    files,
    'backdrop',
    await art.drawBackdrop(work).encode('jpeg', 95),
  )
  await urgent?.ended
  const logo = work.art.logo
    ? await storeImage(files, 'thumbnail', await art.drawLogo(work).encode('png'))
    : null
  await drawThumbnails({ db, transact, files }, work, signal)
  await transact((tx) =>
    tx
      .updateTable('series')
      .set({
        is_hidden: false,
        poster_key: poster.key,
        poster_color: poster.color,
        backdrop_key: backdrop.key,
        backdrop_color: backdrop.color,
        logo_key: logo?.key ?? null,
      })
      .where('id', '=', work.id)
      .execute(),
  )
}

/** Draws what is missing, so that a repeated job does not draw everything again. */
async function drawThumbnails(
  { db, transact, files }: Pick<Dependencies, 'db' | 'transact' | 'files'>,
  work: Work,
  signal: AbortSignal,
) {
  const art = await import('./art/draw.ts')
  const rows = await db
    .selectFrom('episodes')
    .innerJoin('seasons', 'seasons.id', 'episodes.season_id')
    .select(['episodes.id', 'episodes.number', 'seasons.number as season_number'])
    .where('episodes.series_id', '=', work.id)
    .where('episodes.thumbnail_key', 'is', null)
    .execute()
  for (const row of rows) {
    signal.throwIfAborted()
    await urgent?.ended
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

/** Films that this process is making, by episode: who asks again waits for the same run. */
const running = new Map<number, Promise<void>>()

/** Makes the film of an episode. Drawing pauses while a viewer waits for another film. */
export const generateDemoFilm = (
  deps: Dependencies,
  { episode_id }: JobPayloads['generate_demo_film'],
  context: JobContext,
) => makeOnce(deps, episode_id, context)

/** Makes the film of an episode for which a viewer waits. */
export async function expediteDemoFilm(
  deps: Dependencies,
  { episode_id }: JobPayloads['expedite_demo_film'],
  context: JobContext,
) {
  const run = makeOnce(deps, episode_id, context)
  const ended = run.catch(() => {})
  urgent = { episode_id, ended }
  await run.finally(() => (urgent = undefined))
}

function makeOnce(deps: Dependencies, episode_id: number, context: JobContext): Promise<void> {
  const known = running.get(episode_id)
  if (known) return known
  // Does not wait for itself: a film in the making may become urgent.
  const pause = async () => {
    if (urgent && urgent.episode_id !== episode_id) await urgent.ended
  }
  const run = makeFilm(deps, episode_id, context, pause).finally(() => running.delete(episode_id))
  running.set(episode_id, run)
  return run
}

/** An encoding that another process has begun but not finished by then is taken over by the queue. */
const takeoverMs = 10 * 60_000

async function makeFilm(
  deps: Dependencies,
  episode_id: number,
  context: JobContext,
  pause: () => Promise<void>,
) {
  await pause()
  const { signal } = context
  const found = await findEpisode(deps.db, episode_id)
  if (!found) return
  let { asset_id } = found
  if (asset_id === null) {
    const { episodeScript, describeFilm, write } = await import('./films/index.ts')
    const script = episodeScript(found.work, found.season, found.episode)
    const { markers, captions } = describeFilm(script)
    await mkdir(deps.uploads_dir, { recursive: true })
    const file = join(deps.uploads_dir, `demo-${script.key}.mkv`)
    const progress = drawingProgress(deps, episode_id)
    try {
      await write(script, file, {
        ...{ ffmpeg: findFfmpeg(), signal, pause },
        onProgress: progress.save,
      })
      await progress.saved()
      const now = deps.clock.now()
      asset_id = await registerAsset(
        { ...deps, now },
        {
          file,
          is_final: true,
          name: `${found.work.title} ${found.episode.number}화`,
          episode_id,
          markers,
          captions: captions.map(({ language, label, vtt }) => ({
            language,
            label,
            content: vtt,
          })),
          encode_at: new Date(now.getTime() + takeoverMs),
        },
        async (tx) => {
          const row = await tx
            .selectFrom('episodes')
            .select('asset_id')
            .where('id', '=', episode_id)
            .forUpdate()
            .executeTakeFirst()
          // The queue repeats the job, which then finds that film.
          if (row?.asset_id !== null) throw new Error('Another worker has made this film')
          await saveDrawingProgress(tx, episode_id, 1)
          return {}
        },
      )
    } finally {
      await rm(file, { force: true })
    }
  }
  await encodeAsset(deps, asset_id, context, { preset: 'ultrafast' })
  const queued = `encode_asset:${asset_id}`
  await deps.transact(async (tx) => {
    await sql`select delete_job(${queued})`.execute(tx)
    await deleteDrawingProgress(tx, episode_id)
  })
}

const progressIntervalMs = 700

/** Saves the progress of a drawing at most every `progressIntervalMs`, one write at a time. Failed writes are logged only. */
function drawingProgress({ transact, log }: Dependencies, episode_id: number) {
  let writing: Promise<void> | undefined
  let lastWrite = -Infinity
  return {
    save(fraction: number) {
      if (writing || performance.now() - lastWrite < progressIntervalMs) return
      lastWrite = performance.now()
      writing = transact((tx) => saveDrawingProgress(tx, episode_id, fraction))
        .catch((error: Error) =>
          log.warn({ episode_id, error: error.message }, 'saving progress failed'),
        )
        .finally(() => (writing = undefined))
    },
    /** Resolves when no write is pending. */
    saved: async () => writing,
  }
}

type Found = {
  work: Work
  season: WorkSeason
  episode: WorkEpisode
  asset_id: number | null
}

/** Finds an episode of the demonstration; undefined if it was deleted or is none. */
async function findEpisode(db: Db, id: number): Promise<Found | undefined> {
  const row = await db
    .selectFrom('episodes')
    .innerJoin('seasons', 'seasons.id', 'episodes.season_id')
    .innerJoin('series', 'series.id', 'episodes.series_id')
    .select(['episodes.number', 'episodes.asset_id', 'seasons.number as season_number'])
    .select('series.import_key')
    .where('episodes.id', '=', id)
    .executeTakeFirst()
  const work = allWorks.find((one) => row?.import_key === demoKey(one.id))
  const season = work?.seasons.find((one) => one.number === row?.season_number)
  const episode = season?.episodes.find((one) => one.number === row?.number)
  if (!row || !work || !season || !episode) return undefined
  return { work, season, episode, asset_id: row.asset_id }
}
