/**
 * `npm run ingest -- FILE…`: takes films in (D-81) and shows how far they are, beside a running server, whose worker
 * encodes them, or without one, and then encodes here. Ends with 1 when a film failed, with 2 when it was asked wrongly.
 */
import { composeWork, foldersOf } from '#server/compose.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { addFilm, titleOfFile } from '#server/domains/contents/index.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { isWorked } from '#server/jobs/presence.ts'
import { type JobRunner, runJobs } from '#server/jobs/runner.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { createLog } from '#server/kernel/log.ts'
import { explainStartup } from '#server/kernel/startup-fault.ts'
import { EncodeRefused, encoderText, probe } from '#server/outside/encoder/index.ts'
import { demoWork } from '#seed/work.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { runTask, typedPath } from './command-line.ts'
import { type Place, withDatabase } from './house.ts'
import { type Order, readOrder, usage, WrongOrder } from './ingest-order.ts'
import { filmBars } from './ingest-bars.ts'

/** How often states are read, and how often somebody to encode is looked for, in ms. */
const lookEvery = 400
const workerEvery = 5_000

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())

await runTask(async () => {
  const order = await readOrder(process.argv.slice(2), typedPath('.')).catch((error: unknown) => {
    if (!(error instanceof WrongOrder)) throw error
    process.stderr.write(`${error.message}\n${usage}\n`)
  })
  if (!order) return 2
  return withDatabase({ name: 'ingest', connections: 4 }, (place) => takeIn(order, place))
})

async function takeIn(order: Order, place: Place): Promise<number> {
  const { config, database } = place
  const bars = filmBars(order.files)
  const assets: (number | undefined)[] = []
  for (const [index, file] of order.files.entries()) {
    if (stopping.signal.aborted) break
    bars.show(index, 'taking in', 0)
    try {
      assets[index] = await register(order, file, config, database)
    } catch (error) {
      if (stopping.signal.aborted) break
      const reason = error instanceof EncodeRefused ? words(error.code) : explainStartup(error)
      bars.end(index, false, reason ?? (error as Error).message)
    }
  }
  let worker: JobRunner | undefined
  let looked = 0
  try {
    while (!stopping.signal.aborted && assets.some((id) => id !== undefined)) {
      if (!worker && performance.now() - looked > workerEvery) {
        looked = performance.now()
        if (!(await isWorked(database.pool))) worker = await workHere(place)
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
  return encoderText(fault as Parameters<typeof encoderText>[0]) ?? fault
}

/** What is plainly no film is refused here, before anything is made of it. */
async function register(order: Order, file: string, config: Config, { transact }: Database) {
  await probe(file, { signal: stopping.signal })
  const now = new Date()
  const { files } = foldersOf(config)
  // Somebody waits for it: before what the demonstration world has to encode.
  const asset = { file, captions: order.captions, priority: -10 }
  if (order.episode !== undefined)
    return registerAsset({ transact, files, now }, { ...asset, episode_id: order.episode })
  const { categories, age_rating, is_free } = order
  const title = order.title ?? titleOfFile(file)
  return registerAsset({ transact, files, now }, { ...asset, name: title }, (tx) =>
    addFilm(tx, { title, categories, age_rating, is_free }, now),
  )
}

/** Nobody else encodes: we do, and nothing but that. */
function workHere({ config, house, database }: Place): Promise<JobRunner> {
  const log = createLog('silent', 'ingest')
  const parts = { ...database, ...foldersOf(config), clock: systemClock, log }
  return runJobs({
    owner_url: house.owner_url,
    work: composeWork(config, database, { log, demo: demoWork(parts) }),
    heavy: { names: ['encode_asset'], at_once: config.encodes_at_once },
    light_at_once: 1,
    except: ['make_demo_film', 'draw_demo_work'],
    log,
  })
}
