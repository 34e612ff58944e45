/**
 * The index in a thread of its own, with connections of its own: neither building it nor searching it holds up
 * anything else this process serves. It writes whole answers, because it holds what they show.
 */
import { isDatabaseUnavailable, openDatabase } from '#server/db/client.ts'
import { latestPrimaryLsn } from '#server/db/replica/min-replica-lsn.ts'
import { openReplicaReader } from '#server/db/replica/replica-reader.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { type ResponseShape, writeResponse } from './response-writer.ts'
import { toKeystrokes } from '../title-index/keystrokes.ts'
import { type QueryPlan, planQuery } from '../title-index/match-ranking.ts'
import { type SearchHits, TitleIndex, type TitleQuery } from '../title-index/title-index.ts'
import { readChanges, readXminHorizon, readPopularity } from '../index-queries.ts'
import { SegmentBuilder } from '../title-index/index-segment.ts'
import { createCardCache } from './card-cache.ts'

export type IndexQuery = TitleQuery & { shape: ResponseShape }
export type WorkerRequest =
  | { kind: 'ask'; number: number; asked: IndexQuery }
  /** Something was edited: works of these `ids` show something else, or `all` do; `names` if any may have another. */
  | { kind: 'told'; ids: readonly number[]; all: boolean; names: boolean }
  | { kind: 'stop' }
export type WorkerResponse =
  /** JSON. */
  | { kind: 'answer'; number: number; body: Uint8Array<ArrayBuffer> }
  /** `away`: it was the database, which may be back in a moment. */
  | { kind: 'failed'; number: number; error: string; away: boolean }
  /** What was edited before it was told is in. */
  | { kind: 'fresh' }
  /** Questions may come. */
  | { kind: 'loaded'; names: number; bytes: number; ms: number }
  | { kind: 'trouble'; error: string }

/** Rows read at once while loading. */
const batch = 5_000
const changesAtOnce = 1_000
/** Looked for edits without being told, in ms: a notice may be lost. */
const lookEvery = 60_000
/** After this long without a look, in ms, what was noted may be forgotten already (`tendSearch`): all is read anew. */
const longestBlind = 30 * 60_000
/** A slice of the figures is read anew every so many ms: viewers move them all day long, and tell nobody. */
const figuresEvery = 10_000
const figuresAtOnce = 2_000
const retryAfter = 500

const port = parentPort!
const say = (message: WorkerResponse) => port.postMessage(message)
const { url, replica_url } = workerData as { url: string; replica_url?: string }
// One follows edits, the other reads what an answer lacks.
const options = { connections: 2, name: 'hanpyeon search' }
const database = openDatabase(url, {
  ...options,
  guarded: false,
  onError: (error) => say({ kind: 'trouble', error: error.message }),
})
const { db } = database
// Rows are read where all is that was there when they were asked for: what was edited before a horizon was read is in
// whatever is read after it.
const reads = openReplicaReader(database, replica_url, {
  ...options,
  floor: latestPrimaryLsn(database),
  // Thousands of rows at once.
  answer_within: 2_000,
})

const index = new TitleIndex()
const shelf = createCardCache(reads.db)
let loaded = false
let stopped = false
let horizon = '0'
let lookedAt = 0
/** Changes since `horizon` that are in already. */
let done = new Set<number>()

async function load() {
  const began = performance.now()
  await reads.probe()
  const from = await readXminHorizon(db)
  const builder = new SegmentBuilder()
  shelf.clear()
  const cleared = performance.now()
  for (const read of [shelf.readWorks, shelf.readPersons])
    for (let after = 0; !stopped;) {
      const entries = await read({ after, limit: batch })
      for (const entry of entries) builder.add(entry)
      const last = entries.at(-1)
      if (!last) break
      after = last.id
    }
  index.reset(builder.finish())
  shelf.filled(cleared)
  horizon = from
  done = new Set()
  loaded = true
  const ms = Math.round(performance.now() - began)
  say({ kind: 'loaded', names: index.size, bytes: index.bytes + shelf.bytes, ms })
}

async function follow() {
  const { changes, horizon: next } = await readChanges(db, horizon)
  const fresh = changes.filter(({ position }) => !done.has(position))
  for (const kind of ['series', 'person'] as const) {
    const ids = [...new Set(fresh.filter((one) => one.kind === kind).map(({ id }) => id))]
    for (let at = 0; at < ids.length; at += changesAtOnce) {
      const some = ids.slice(at, at + changesAtOnce)
      const read = kind === 'series' ? shelf.readWorks : shelf.readPersons
      const entries = await read({ ids: some })
      const there = new Set(entries.map(({ id }) => id))
      const gone = some.filter((id) => !there.has(id))
      for (const id of gone) shelf.forget(kind, id)
      index.change(
        entries,
        gone.map((id) => ({ kind, id })),
      )
    }
  }
  done = new Set(changes.map(({ position }) => position))
  horizon = next
}

let wanted = false
let running = false

/** Brings the index up to date, one round at a time; a round that fails is begun again. */
async function keepUp() {
  wanted = true
  if (running) return
  running = true
  while (wanted && !stopped) {
    wanted = false
    try {
      const heard = shelf.hearing()
      if (!loaded || performance.now() - lookedAt > longestBlind) await load()
      await follow()
      lookedAt = performance.now()
      heard()
      say({ kind: 'fresh' })
    } catch (error) {
      say({ kind: 'trouble', error: (error as Error).message })
      wanted = true
      await new Promise((resolve) => setTimeout(resolve, retryAfter))
    }
  }
  running = false
}

let isReadingFigures = false
/** Reads figures unless a slow read is still under way: two at a time would move the cursor twice. */
async function refreshFigures() {
  if (isReadingFigures) return
  isReadingFigures = true
  await readFigures().catch(() => {})
  isReadingFigures = false
}

let figuresAfter = 0
async function readFigures() {
  if (!loaded || stopped) return
  const figures = await readPopularity(reads.db, { after: figuresAfter, limit: figuresAtOnce })
  for (const { id, popularity } of figures) index.setPopularity(id, popularity)
  figuresAfter = figures.length < figuresAtOnce ? 0 : figures.at(-1)!.id
  await shelf.fill(() => stopped)
}

function answer(number: number, asked: IndexQuery) {
  const plan = planQuery(toKeystrokes(asked.q))
  const found = index.search(asked, plan)
  const lacking = shelf.lacking(found)
  if (lacking) return answerLater(number, asked, { plan, found, lacking })
  send(number, writeResponse(shelf.shown, plan, found, asked))
}

type Begun = {
  plan: QueryPlan
  found: SearchHits
  lacking: NonNullable<ReturnType<typeof shelf.lacking>>
}

async function answerLater(number: number, asked: IndexQuery, { plan, found, lacking }: Begun) {
  const written = await shelf.fetch(lacking)
  const body = writeResponse(shelf.shown, plan, found, asked)
  written()
  send(number, body)
}

function send(number: number, body: Uint8Array<ArrayBuffer>) {
  port.postMessage({ kind: 'answer', number, body } satisfies WorkerResponse, [body.buffer])
}

const timers = [
  setInterval(() => void keepUp(), lookEvery),
  setInterval(() => void refreshFigures(), figuresEvery),
]

async function take({ number, asked }: Extract<WorkerRequest, { kind: 'ask' }>) {
  try {
    await answer(number, asked)
  } catch (error) {
    say({
      ...{ kind: 'failed', number, away: isDatabaseUnavailable(error) },
      error: (error as Error).stack ?? '',
    })
  }
}

port.on('message', (message: WorkerRequest) => {
  if (message.kind === 'ask') void take(message)
  else if (message.kind === 'told') {
    shelf.told(message)
    if (message.names) void keepUp()
  } else {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    void Promise.all([reads.close(), database.close()]).finally(() => port.close())
  }
})
void keepUp()
