/**
 * `npm run ingest -- FILE…`: imports videos and shows their progress. The worker of a running server encodes them;
 * without one, this process does. Exits with 1 if a video failed and with 2 for invalid options.
 */
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { createFilm, titleFromFileName } from '#server/domains/contents/index.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { hasLiveWorker } from '#server/jobs/worker-liveness.ts'
import { type JobRunner, startJobRunner } from '#server/jobs/job-runner.ts'
import { createLogger } from '#server/shared/logger.ts'
import { startupErrorMessage } from '#server/shared/startup-error.ts'
import {
  InputRejectedError,
  encoderErrorText,
  probe,
  sourceNoticeText,
} from '#server/adapters/encoder/index.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { runTask, resolveCliPath } from './command-line.ts'
import { type CommandContext, withMigratedDatabase } from './with-database.ts'
import {
  describeTerms,
  type IngestOptions,
  parseIngestOptions,
  usage,
  UsageError,
} from './ingest-options.ts'
import { createProgressBars } from './ingest-progress.ts'

/** Intervals in ms for reading states and for looking up a live worker. */
const pollIntervalMs = 400
const workerCheckIntervalMs = 5_000

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

await runTask(async () => {
  const options = await parseIngestOptions(process.argv.slice(2), resolveCliPath('.')).catch(
    (error: unknown) => {
      if (!(error instanceof UsageError)) throw error
      process.stderr.write(`${error.message}\n${usage}\n`)
    },
  )
  if (!options) return 2
  return withMigratedDatabase({ name: 'ingest', connections: 4, encrypts: true }, (context) =>
    ingest(options, context),
  )
})

async function ingest(options: IngestOptions, context: CommandContext): Promise<number> {
  const { config, database } = context
  for (const note of options.notes) process.stderr.write(`${note}\n`)
  const isOwnWork = options.episode === undefined && options.trailer_of === undefined
  if (isOwnWork) process.stderr.write(`${describeTerms(options)}\n`)
  const bars = createProgressBars(options.files)
  const assets: (number | undefined)[] = []
  for (const [index, file] of options.files.entries()) {
    if (stopping.signal.aborted) break
    bars.show(index, 'taking in', 0)
    try {
      assets[index] = await register(options, file, config, database)
    } catch (error) {
      if (stopping.signal.aborted) break
      const reason =
        error instanceof InputRejectedError ? errorText(error.code) : startupErrorMessage(error)
      bars.end(index, false, reason ?? (error as Error).message)
    }
  }
  let worker: JobRunner | undefined
  let lastCheckedAt = 0
  try {
    while (!stopping.signal.aborted && assets.some((id) => id !== undefined)) {
      if (!worker && performance.now() - lastCheckedAt > workerCheckIntervalMs) {
        lastCheckedAt = performance.now()
        if (!(await hasLiveWorker(database.pool))) worker = await startLocalEncoder(context)
      }
      for (const [index, id] of assets.entries()) {
        if (id === undefined) continue
        if (await follow(id, index)) assets[index] = undefined
      }
      await pause(pollIntervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  } finally {
    await worker?.stop()
  }
  bars.close()
  if (!stopping.signal.aborted) return bars.failed() ? 1 : 0
  const unfinished = assets.filter((id) => id !== undefined).length
  if (unfinished > 0)
    process.stderr.write(`Stopped. ${unfinished} of them will be encoded by the next worker.\n`)
  return 130

  /** Shows the progress of a video. @returns whether it has finished. */
  async function follow(id: number, index: number): Promise<boolean> {
    const asset = await readAsset(database.db, id)
    if (!asset || asset.state === 'failed') {
      bars.end(index, false, errorText(asset?.error_code ?? 'encoder_failed'))
      return true
    }
    if (asset.state === 'ready') {
      bars.end(index, true, 'ready', asset.source_notices.map(sourceNoticeText))
      return true
    }
    const isWaiting = asset.stage !== null && !['encoding', 'packaging'].includes(asset.stage)
    bars.show(index, isWaiting ? errorText(asset.stage ?? '') : asset.state, asset.progress)
    return false
  }
}

/** The Korean message of an encoder error code. */
function errorText(errorCode: string): string {
  return encoderErrorText(errorCode as Parameters<typeof encoderErrorText>[0]) ?? errorCode
}

/** Rejects files that are not videos before anything is created. */
async function register(
  options: IngestOptions,
  file: string,
  config: Config,
  { transact }: Database,
) {
  await probe(file, { signal: stopping.signal })
  const now = new Date()
  const { files } = storageFolders(config)
  // Before the films of imports in the queue, because the operator is waiting.
  const asset = { file, captions: options.captions, priority: -10 }
  if (options.episode !== undefined)
    return registerAsset({ transact, files, now }, { ...asset, episode_id: options.episode })
  if (options.trailer_of !== undefined)
    return registerAsset({ transact, files, now }, { ...asset, trailer_of: options.trailer_of })
  const { categories, age_rating, terms } = options
  const title = options.title ?? titleFromFileName(file)
  return registerAsset({ transact, files, now }, { ...asset, name: title }, (tx) =>
    createFilm(tx, { title, categories, age_rating, ...terms }, now),
  )
}

/** Runs only the encoder in this process if there is no live worker. */
function startLocalEncoder({ config, appDatabase, database }: CommandContext): Promise<JobRunner> {
  const log = createLogger('silent', 'ingest')
  return startJobRunner({
    owner_url: appDatabase.owner_url,
    jobs: createWorkerModules(config, database, { log }).jobs,
    concurrency: { cpu: config.max_concurrent_encodes, light: 1 },
    log,
  })
}
