/**
 * The title index in a worker thread with its own connections, so that loading and searching do not block the server's
 * event loop. The worker writes complete responses, because it has the cards.
 */
import { isDatabaseUnavailable, openDatabase } from '#server/db/client.ts'
import { latestPrimaryLsn } from '#server/db/replica/min-replica-lsn.ts'
import { openReplicaReader } from '#server/db/replica/replica-reader.ts'
import { parentPort, workerData } from 'node:worker_threads'
import { type ResponseShape, writeResponse } from './response-writer.ts'
import { type Interpretation, interpretQuery } from '../intents/interpret-query.ts'
import { createVocabulary } from '../intents/vocabulary.ts'
import { TitleIndex } from '../title-index/title-index.ts'
import type { TitleQuery } from '../title-index/title-search.ts'
import {
  type IndexChange,
  readChanges,
  readPopularity,
  readSearchCategories,
  readXminHorizon,
} from '../index-queries.ts'
import { TextIndex, type WorkText } from '../meaning/text-index.ts'
import { readTexts } from '../meaning/text-queries.ts'
import { encodeFoundTexts, findWorksByText } from '../meaning/find-works-by-text.ts'
import { readLearnedClicks, readClickSetting } from '../clicks/click-queries.ts'
import type { LearnedClicks } from '../clicks/click-policy.ts'
import { SuggestionClicks } from '../clicks/suggestion-clicks.ts'
import { readSynonyms } from '../popular/miss-queries.ts'
import type { Synonyms } from '../popular/synonyms.ts'
import { SegmentBuilder } from '../title-index/index-segment.ts'
import { createCardCache } from './card-cache.ts'
import { QueryQueue } from './query-queue.ts'

export type IndexQuery = TitleQuery & {
  shape: ResponseShape
  /** In the order without clicks. */
  ignores_clicks?: true | undefined
}
export type WorkerRequest =
  | { kind: 'query'; number: number; query: IndexQuery }
  /** An edit of the works `ids`, or of `all`; `names` if names may have changed. */
  | { kind: 'invalidate'; ids: readonly number[]; all: boolean; names: boolean }
  | { kind: 'stop' }
/** JSON. */
type Answer = { number: number; body: Uint8Array<ArrayBuffer> }
export type WorkerResponse =
  | { kind: 'answers'; answers: readonly Answer[] }
  /** `unavailable`: the database is unavailable. */
  | { kind: 'failed'; number: number; error: string; unavailable: boolean }
  /** The index includes the notified edits. */
  | { kind: 'fresh' }
  /** The texts of all works are searched; responses from before lack some. */
  | { kind: 'texts_loaded' }
  /** The index is ready for queries. */
  | { kind: 'loaded'; names: number; bytes: number; ms: number }
  | { kind: 'error'; error: string }

const loadBatchSize = 5_000
const changeBatchSize = 1_000
/** Queries are answered for so long before further ones are received, which may come first. */
const turnMs = 1
/** Few enough that the terms of a batch delay no query by more than some milliseconds. */
const textBatchSize = 25
/** While queries arrive, texts are loaded in a fourth of the time. */
const pauseShare = 3
/** Changes are also polled, because a notification may be lost. */
const pollIntervalMs = 60_000
/** After this time without a poll `runSearchMaintenance` may have deleted changes, so the index is reloaded. */
const maxPollGapMs = 30 * 60_000
/** A batch of popularity values is read at this interval, because their changes are not notified. */
const popularityIntervalMs = 10_000
const popularityBatchSize = 2_000
/** Clicks are read after this time, less than that between polls, and whenever staff change whether they count. */
const clicksIntervalMs = 50_000
const retryDelayMs = 500
/** The id in the change of a category, after which the cards of all works are read again. */
const everySeries = 0

const port = parentPort!
const post = (message: WorkerResponse) => port.postMessage(message)
const { url, replica_url } = workerData as { url: string; replica_url?: string }
// One connection follows changes, the other reads missing cards.
const options = { connections: 2, name: 'hanpyeon search' }
const database = openDatabase(url, {
  ...options,
  // The index is loaded by statements of many seconds.
  limits: 'none',
  answer_within: 30_000,
  onError: (error) => post({ kind: 'error', error: error.message }),
})
const { db } = database
// Replica reads wait for the latest primary LSN, so that rows read after a horizon include all edits before it.
const replicaReader = openReplicaReader(database, replica_url, {
  ...options,
  floor: latestPrimaryLsn(database),
  // Reads of thousands of rows take longer.
  answer_within: 2_000,
})

const index = new TitleIndex()
const cardCache = createCardCache(replicaReader.db)
let synonyms: Synonyms = new Map()
let vocabulary = createVocabulary([])
let clicks: LearnedClicks = new Map()
let suggestionClicks = new SuggestionClicks(clicks)
let clickSettingVersion: string | undefined
let clicksReadAt = -Infinity
let texts = new TextIndex()
let areTextsLoaded = false
let loaded = false
let stopped = false
let horizon = '0'
let polledAt = 0
/** Positions of the changes since `horizon` that the index includes. */
let appliedPositions = new Set<number>()

async function load() {
  const began = performance.now()
  await replicaReader.probe()
  const from = await readXminHorizon(db)
  const builder = new SegmentBuilder()
  cardCache.clear()
  const cleared = performance.now()
  for (const read of [cardCache.readWorks, cardCache.readPersons])
    for (let after = 0; !stopped;) {
      const entries = await read({ after, limit: loadBatchSize })
      for (const entry of entries) builder.add(entry)
      const last = entries.at(-1)
      if (!last) break
      after = last.id
    }
  index.reset(builder.finish())
  cardCache.markComplete(cleared)
  horizon = from
  appliedPositions = new Set()
  vocabulary = createVocabulary(await readSearchCategories(db))
  loaded = true
  const ms = Math.round(performance.now() - began)
  post({ kind: 'loaded', names: index.size, bytes: index.bytes + cardCache.bytes, ms })
}

/** The works whose texts were read again while all texts are being loaded. */
let newerTexts: Set<number> | undefined

/**
 * Reads the texts of all indexed works in batches, the most popular first, beside queries and edits. A failed run is repeated
 * with the next update.
 */
async function loadTexts() {
  if (newerTexts) return
  newerTexts = new Set()
  texts = new TextIndex()
  try {
    const ids = index.workIds()
    for (let at = 0; at < ids.length && !stopped; at += textBatchSize) {
      const began = performance.now()
      const batch = await readTexts(replicaReader.db, ids.slice(at, at + textBatchSize))
      for (const work of batch) if (!newerTexts.has(work.id)) putText(work)
      await letQueriesPass(performance.now() - began)
    }
    areTextsLoaded = true
    post({ kind: 'texts_loaded' })
  } catch (error) {
    post({ kind: 'error', error: (error as Error).message })
  }
  newerTexts = undefined
}

let hasQueries = false
/** Pauses between parts of background work, of which the last took `ms`: longer if queries arrived during it. */
async function letQueriesPass(ms: number): Promise<void> {
  const pause = hasQueries ? ms * pauseShare : 0
  hasQueries = false
  await new Promise((resolve) => setTimeout(resolve, pause))
}

/** A title alone describes nothing. */
function putText(work: WorkText) {
  if (work.fields.length > 1) texts.put(work)
  else texts.remove(work.id)
}

async function updateTexts(changes: readonly IndexChange[]) {
  const ids = [...new Set(changes.flatMap(({ kind, id }) => (kind === 'series' ? [id] : [])))]
  for (let at = 0; at < ids.length; at += textBatchSize) {
    const batch = ids.slice(at, at + textBatchSize)
    const works = await readTexts(replicaReader.db, batch)
    const shown = new Set(works.map(({ id }) => id))
    for (const id of batch) {
      newerTexts?.add(id)
      if (!shown.has(id)) texts.remove(id)
    }
    for (const work of works) putText(work)
  }
  if (texts.isStale) areTextsLoaded = false
}

async function followClicks() {
  const { isOn, version } = await readClickSetting(db)
  const now = performance.now()
  if (version === clickSettingVersion && now - clicksReadAt < clicksIntervalMs) return
  clicks = isOn ? await readLearnedClicks(db, new Date()) : new Map()
  suggestionClicks = new SuggestionClicks(clicks)
  clickSettingVersion = version
  clicksReadAt = now
}

async function follow() {
  await followClicks()
  synonyms = new Map((await readSynonyms(db)).map(({ term, replacement }) => [term, replacement]))
  vocabulary = createVocabulary(await readSearchCategories(db))
  const { changes, horizon: next } = await readChanges(db, horizon)
  const unapplied = changes.filter(({ position }) => !appliedPositions.has(position))
  const newChanges = unapplied.filter(({ id }) => id !== everySeries)
  if (newChanges.length < unapplied.length)
    cardCache.invalidate({ ids: [], all: true, names: false })
  await updateTexts(newChanges)
  for (const kind of ['series', 'person'] as const) {
    const ids = [
      ...new Set(newChanges.filter((change) => change.kind === kind).map(({ id }) => id)),
    ]
    for (let at = 0; at < ids.length; at += changeBatchSize) {
      const batchIds = ids.slice(at, at + changeBatchSize)
      const read = kind === 'series' ? cardCache.readWorks : cardCache.readPersons
      const entries = await read({ ids: batchIds })
      const there = new Set(entries.map(({ id }) => id))
      const removed = batchIds.filter((id) => !there.has(id))
      for (const id of removed) cardCache.remove(kind, id)
      index.change(
        entries,
        removed.map((id) => ({ kind, id })),
      )
    }
  }
  appliedPositions = new Set(changes.map(({ position }) => position))
  horizon = next
}

let isRequested = false
let isRunning = false

/** Updates the index, one run at a time; a failed run is repeated. */
async function update() {
  isRequested = true
  if (isRunning) return
  isRunning = true
  while (isRequested && !stopped) {
    isRequested = false
    try {
      const markIndexed = cardCache.beginUpdate()
      if (!loaded || performance.now() - polledAt > maxPollGapMs) {
        await load()
        areTextsLoaded = false
      }
      await follow()
      if (!areTextsLoaded) void loadTexts()
      polledAt = performance.now()
      markIndexed()
      post({ kind: 'fresh' })
    } catch (error) {
      post({ kind: 'error', error: (error as Error).message })
      isRequested = true
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    }
  }
  isRunning = false
}

let isReadingPopularity = false
/** Reads popularity values unless a read is running: two concurrent reads would advance the cursor twice. */
async function refreshPopularity() {
  if (isReadingPopularity) return
  isReadingPopularity = true
  await readPopularityBatch().catch(() => {})
  isReadingPopularity = false
}

let popularityCursor = 0
async function readPopularityBatch() {
  if (!loaded || stopped) return
  const popularities = await readPopularity(replicaReader.db, {
    after: popularityCursor,
    limit: popularityBatchSize,
  })
  for (const { id, popularity } of popularities) index.setPopularity(id, popularity)
  popularityCursor = popularities.length < popularityBatchSize ? 0 : popularities.at(-1)!.id
  await cardCache.fill(() => stopped)
}

function respond(number: number, query: IndexQuery) {
  if (query.shape === 'texts')
    return send(number, encodeFoundTexts(findWorksByText(index, texts, query, vocabulary)))
  const interpretation = interpretQuery(index, query, {
    vocabulary,
    synonyms,
    ...(!query.ignores_clicks && {
      clicks: query.shape === 'suggest' ? suggestionClicks : clicks,
    }),
    ...(query.shape === 'search' && { texts, isSearch: true }),
  })
  const missingCards = cardCache.findMissing(interpretation)
  if (missingCards) return respondAfterRead(number, query, { interpretation, missingCards })
  send(number, writeResponse(cardCache.stores, interpretation, query))
}

type PendingResponse = {
  interpretation: Interpretation
  missingCards: NonNullable<ReturnType<typeof cardCache.findMissing>>
}

async function respondAfterRead(
  number: number,
  query: IndexQuery,
  { interpretation, missingCards }: PendingResponse,
) {
  const removeOutdated = await cardCache.fetch(missingCards)
  const body = writeResponse(cardCache.stores, interpretation, query)
  removeOutdated()
  send(number, body)
}

/** Answers that are sent together, because a message costs as much as a short query. */
let answers: Answer[] = []

function send(number: number, body: Uint8Array<ArrayBuffer>) {
  answers.push({ number, body })
  if (!isAnswering) sendAnswers()
}

function sendAnswers() {
  if (answers.length === 0) return
  const transferred = answers.map(({ body }) => body.buffer)
  port.postMessage({ kind: 'answers', answers } satisfies WorkerResponse, transferred)
  answers = []
}

const timers = [
  setInterval(() => void update(), pollIntervalMs),
  setInterval(() => void refreshPopularity(), popularityIntervalMs),
]

type QueryMessage = Extract<WorkerRequest, { kind: 'query' }>
const queue = new QueryQueue<QueryMessage>()
let isAnswering = false
let isAnswerPlanned = false

function planAnswers() {
  if (isAnswerPlanned) return
  isAnswerPlanned = true
  setImmediate(answerQueries)
}

/** Answers waiting queries for a short time, before further messages are received. */
function answerQueries() {
  isAnswerPlanned = false
  isAnswering = true
  const until = performance.now() + turnMs
  for (let message = queue.next(); message; message = queue.next()) {
    void handleQuery(message)
    if (performance.now() >= until) break
  }
  isAnswering = false
  sendAnswers()
  if (queue.size > 0) planAnswers()
}

async function handleQuery({ number, query }: QueryMessage) {
  hasQueries = true
  try {
    await respond(number, query)
  } catch (error) {
    post({
      kind: 'failed',
      number,
      unavailable: isDatabaseUnavailable(error),
      error: (error as Error).stack ?? '',
    })
  }
}

port.on('message', (message: WorkerRequest) => {
  if (message.kind === 'query') {
    queue.add(message, message.query.shape === 'suggest')
    planAnswers()
  } else if (message.kind === 'invalidate') {
    cardCache.invalidate(message)
    if (message.names) void update()
  } else {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    void Promise.all([replicaReader.close(), database.close()]).finally(() => port.close())
  }
})
void update()
