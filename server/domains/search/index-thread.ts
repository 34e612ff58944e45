/**
 * The index in a thread of its own, with a connection of its own: neither building it nor searching it holds up
 * anything else this process serves.
 */
import { openDatabase } from '#server/db/client.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { type Found, NameIndex, type Question } from './name-index.ts'
import {
  readChanges,
  readHorizon,
  readPersons,
  readPopularity,
  readWorks,
  type Rows,
} from './queries.ts'
import { type Entry, SegmentBuilder } from './segment.ts'

export type ToThread =
  | { kind: 'ask'; number: number; question: Question }
  /** Something was edited. */
  | { kind: 'told' }
  | { kind: 'stop' }
export type FromThread =
  | { kind: 'answer'; number: number; found: Found }
  | { kind: 'failed'; number: number; error: string }
  /** What was edited before it was told is in. */
  | { kind: 'fresh' }
  | { kind: 'loaded'; names: number; bytes: number; ms: number }
  | { kind: 'trouble'; error: string }

/** Rows read at once while loading, and while following. */
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
const say = (message: FromThread) => port.postMessage(message)
const { url } = workerData as { url: string }
const { db, close } = openDatabase(url, {
  connections: 1,
  name: 'hanpyeon search',
  guarded: false,
  onError: (error) => say({ kind: 'trouble', error: error.message }),
})

const index = new NameIndex()
let loaded = false
let stopped = false
let horizon = '0'
let lookedAt = 0
/** Changes since `horizon` that are in already. */
let done = new Set<number>()
const waiting: Extract<ToThread, { kind: 'ask' }>[] = []

async function readAll(builder: SegmentBuilder, read: (rows: Rows) => Promise<Entry[]>) {
  for (let after = 0; !stopped;) {
    const entries = await read({ after, limit: batch })
    for (const entry of entries) builder.add(entry)
    const last = entries.at(-1)
    if (!last) return
    after = last.id
  }
}

async function load() {
  const began = performance.now()
  const from = await readHorizon(db)
  const builder = new SegmentBuilder()
  await readAll(builder, (rows) => readWorks(db, rows))
  await readAll(builder, (rows) => readPersons(db, rows))
  index.reset(builder.finish())
  horizon = from
  done = new Set()
  loaded = true
  const ms = Math.round(performance.now() - began)
  say({ kind: 'loaded', names: index.size, bytes: index.bytes, ms })
  for (const one of waiting.splice(0)) answer(one)
}

async function follow() {
  const { changes, horizon: next } = await readChanges(db, horizon)
  const fresh = changes.filter(({ position }) => !done.has(position))
  for (const kind of ['series', 'person'] as const) {
    const ids = [...new Set(fresh.filter((one) => one.kind === kind).map(({ id }) => id))]
    for (let at = 0; at < ids.length; at += changesAtOnce) {
      const some = ids.slice(at, at + changesAtOnce)
      const read = kind === 'series' ? readWorks : readPersons
      const entries = await read(db, { ids: some })
      const there = new Set(entries.map(({ id }) => id))
      index.change(
        entries,
        some.filter((id) => !there.has(id)).map((id) => ({ kind, id })),
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
      if (!loaded || performance.now() - lookedAt > longestBlind) await load()
      await follow()
      lookedAt = performance.now()
      say({ kind: 'fresh' })
    } catch (error) {
      say({ kind: 'trouble', error: (error as Error).message })
      wanted = true
      await new Promise((resolve) => setTimeout(resolve, retryAfter))
    }
  }
  running = false
}

let figuresAfter = 0
async function readFigures() {
  if (!loaded || stopped) return
  const figures = await readPopularity(db, { after: figuresAfter, limit: figuresAtOnce })
  for (const { id, popularity } of figures) index.setPopularity(id, popularity)
  figuresAfter = figures.length < figuresAtOnce ? 0 : figures.at(-1)!.id
}

function answer({ number, question }: Extract<ToThread, { kind: 'ask' }>) {
  try {
    say({ kind: 'answer', number, found: index.search(question) })
  } catch (error) {
    say({ kind: 'failed', number, error: (error as Error).stack ?? '' })
  }
}

const timers = [
  setInterval(() => void keepUp(), lookEvery),
  setInterval(() => void readFigures().catch(() => {}), figuresEvery),
]

port.on('message', (message: ToThread) => {
  if (message.kind === 'told') void keepUp()
  else if (message.kind === 'ask') {
    if (loaded) answer(message)
    else waiting.push(message)
  } else {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    void close().finally(() => port.close())
  }
})
void keepUp()
