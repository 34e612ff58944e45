/**
 * `npm run ingest -- FILE…`: takes films in (D-81) and shows how far they are, beside a running server, whose worker
 * encodes them, or without one, and then encodes here. Ends with 1 when a film failed, with 2 when it was asked wrongly.
 */
import { createJobHandlers } from '#server/composition/create-job-handlers.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { createFilm, titleFromFileName } from '#server/domains/contents/index.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { hasLiveWorker } from '#server/jobs/worker-liveness.ts'
import { type JobRunner, startJobRunner } from '#server/jobs/job-runner.ts'
import { createLogger } from '#server/shared/logger.ts'
import { startupErrorMessage } from '#server/shared/startup-error.ts'
import { InputRejectedError, encoderErrorText, probe } from '#server/adapters/encoder/index.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { runTask, resolveCliPath } from './command-line.ts'
import { type CommandContext, withMigratedDatabase } from './with-database.ts'
import { type IngestOptions, parseIngestOptions, usage, UsageError } from './ingest-options.ts'
import { createProgressBars } from './ingest-progress.ts'

/** How often states are read, and how often somebody to encode is looked for, in ms. */
const lookEvery = 400
const workerEvery = 5_000

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

await runTask(async () => {
  const order = await parseIngestOptions(process.argv.slice(2), resolveCliPath('.')).catch(
    (error: unknown) => {
      if (!(error instanceof UsageError)) throw error
      process.stderr.write(`${error.message}\n${usage}\n`)
    },
  )
  if (!order) return 2
  return withMigratedDatabase({ name: 'ingest', connections: 4 }, (place) => takeIn(order, place))
})

async function takeIn(order: IngestOptions, place: CommandContext): Promise<number> {
  const { config, database } = place
  const bars = createProgressBars(order.files)
  const assets: (number | undefined)[] = []
  for (const [index, file] of order.files.entries()) {
    if (stopping.signal.aborted) break
    bars.show(index, 'taking in', 0)
    try {
      assets[index] = await register(order, file, config, database)
    } catch (error) {
      if (stopping.signal.aborted) break
      const reason =
        error instanceof InputRejectedError ? words(error.code) : startupErrorMessage(error)
      bars.end(index, false, reason ?? (error as Error).message)
    }
  }
  let worker: JobRunner | undefined
  let looked = 0
  try {
    while (!stopping.signal.aborted && assets.some((id) => id !== undefined)) {
      if (!worker && performance.now() - looked > workerEvery) {
        looked = performance.now()
        if (!(await hasLiveWorker(database.pool))) worker = await workHere(place)
      }
      for (const [index, id] of assets.entries()) {
        if (id === undefined) continue
        if (await follow(id, index)) assets[index] = undefined
      }
      await pause(lookEvery, undefined, { signal: stopping.signal }).catch(() => {})
    }
  } finally {
    await worker?.stop()
  }
  bars.close()
  if (!stopping.signal.aborted) return bars.failed() ? 1 : 0
  const left = assets.filter((id) => id !== undefined).length
  if (left > 0)
    process.stderr.write(`Stopped. ${left} of them will be encoded by the next worker.\n`)
  return 130

  /** Shows how far a film is; says whether it has come to its end. */
  async function follow(id: number, index: number): Promise<boolean> {
    const asset = await readAsset(database.db, id)
    if (!asset || asset.state === 'failed') {
      bars.end(index, false, words(asset?.fault ?? 'encoder_failed'))
      return true
    }
    if (asset.state === 'ready') {
      bars.end(index, true, 'ready')
      return true
    }
    const waits = asset.stage !== null && !['encoding', 'packaging'].includes(asset.stage)
    bars.show(index, waits ? words(asset.stage ?? '') : asset.state, asset.progress)
    return false
  }
}

/** The Korean reason behind a code of the encoder. */
function words(fault: string): string {
  return encoderErrorText(fault as Parameters<typeof encoderErrorText>[0]) ?? fault
}

/** What is plainly no film is refused here, before anything is made of it. */
async function register(
  order: IngestOptions,
  file: string,
  config: Config,
  { transact }: Database,
) {
  await probe(file, { signal: stopping.signal })
  const now = new Date()
  const { files } = storageFolders(config)
  // Somebody waits for it: before what the demonstration world has to encode.
  const asset = { file, captions: order.captions, priority: -10 }
  if (order.episode !== undefined)
    return registerAsset({ transact, files, now }, { ...asset, episode_id: order.episode })
  const { categories, age_rating, is_free } = order
  const title = order.title ?? titleFromFileName(file)
  return registerAsset({ transact, files, now }, { ...asset, name: title }, (tx) =>
    createFilm(tx, { title, categories, age_rating, is_free }, now),
  )
}

/** Nobody else encodes: we do, and nothing but that. */
function workHere({ config, house, database }: CommandContext): Promise<JobRunner> {
  const log = createLogger('silent', 'ingest')
  return startJobRunner({
    owner_url: house.owner_url,
    work: createJobHandlers(config, database, { log }),
    cpu_bound: { names: ['encode_asset'], at_once: config.max_concurrent_encodes },
    light_concurrency: 1,
    excluded: ['generate_demo_film', 'render_demo_artwork'],
    log,
  })
}
