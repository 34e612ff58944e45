import type { Db } from '#server/db/client.ts'
import type { CardStores } from './response-writer.ts'
import { CardStore } from './card-store.ts'
import type { Interpretation } from '../intents/interpret-query.ts'
import type { SearchHits } from '../title-index/title-index.ts'
import { type IndexedRow, readPersons, readWorks, type RowSelection } from '../index-queries.ts'
import type { Entry } from '../title-index/index-segment.ts'

/** Edits notified while a read is running; its rows may be older than these edits. */
type Reading = { all: boolean; names: boolean; ids: Set<number> }

/** Rows per background read, small enough not to delay queries. */
const fillBatchSize = 250
/** The cache is refilled after this time without another clear; an import clears it with every batch. */
const quietMs = 5_000

type Edit = { ids: readonly number[]; all: boolean; names: boolean }

const missingWorks = new Set<number>()

/**
 * Caches the cards of all works and people. A card that was read before a notified edit is not used; it is read again
 * when a response needs it.
 */
export function createCardCache(db: Db) {
  const series = new CardStore({ name: 'title', original: 'title_original' })
  const people = new CardStore({ name: 'name', original: 'name_original' })
  const reader = createCardReader(db)
  /** Number of notified edits of names, and how many of them the index includes. */
  let notifiedCount = 0
  let indexedCount = 0
  let isComplete = false
  let clearedAt = 0
  let isFilling = false

  function clear() {
    series.clear()
    people.clear()
    isComplete = false
    clearedAt = performance.now()
  }

  const readAndCacheWorks = (rows: RowSelection) => reader.readCurrent(series, rows, readWorks)
  const readAndCachePersons = (rows: RowSelection) => reader.readCurrent(people, rows, readPersons)

  return {
    stores: { series, people } satisfies CardStores,
    readWorks: readAndCacheWorks,
    readPersons: readAndCachePersons,
    clear,

    get bytes(): number {
      return series.bytes + people.bytes
    },

    /** Removes cards after an edit of the works `ids`, or of `all`; with `names` cards of people are outdated, too. */
    invalidate(edit: Edit): void {
      reader.invalidate(edit)
      const { ids, all, names } = edit
      if (names) notifiedCount++
      if (all) return clear()
      for (const id of ids) series.remove(id)
      if (series.isStale || people.isStale) clear()
    },

    remove(kind: Entry['kind'], id: number): void {
      if (kind === 'series') series.remove(id)
      else people.remove(id)
    },

    /** Call before changes are read. @returns a function to call when the index includes them. */
    beginUpdate(): () => void {
      const upTo = notifiedCount
      return () => (indexedCount = upTo)
    },

    findMissing: (hits: CardHits) =>
      findMissingCards({ series, people, isCurrent: notifiedCount === indexedCount }, hits),

    /** Reads missing cards. @returns a function to call right after the response is written; it removes outdated cards. */
    async fetch({ works, persons }: { works: number[]; persons: number[] }): Promise<() => void> {
      const [seriesPage, peoplePage] = await Promise.all([
        works.length > 0 ? reader.read(series, { ids: works }, readWorks) : undefined,
        persons.length > 0 ? reader.read(people, { ids: persons }, readPersons) : undefined,
      ])
      for (const id of persons)
        if (!peoplePage?.entries.some((entry) => entry.id === id)) people.remove(id)
      return () => {
        for (const id of seriesPage?.outdated ?? []) series.remove(id)
        for (const id of peoplePage?.outdated ?? []) people.remove(id)
      }
    },

    /** Marks the cache complete after a full load, unless it was cleared since `began`. */
    markComplete(began: number): void {
      if (clearedAt <= began) isComplete = true
    },

    /** Refills a cleared cache in batches, once it has not been cleared for `quietMs`. */
    async fill(isStopped: () => boolean): Promise<void> {
      const began = performance.now()
      if (isComplete || isFilling || began - clearedAt < quietMs) return
      isFilling = true
      try {
        for (const step of [readAndCacheWorks, readAndCachePersons])
          for (let after = 0; ;) {
            const entries = await step({ after, limit: fillBatchSize })
            const last = entries.at(-1)
            if (!last) break
            if (isStopped() || clearedAt > began) return
            after = last.id
          }
        isComplete = true
      } finally {
        isFilling = false
      }
    },
  }
}

/** Reads rows into cards, and reports which of them were edited meanwhile. */
function createCardReader(db: Db) {
  const readings = new Set<Reading>()
  /** Reads rows into the cache. @returns their entries, and the ids of those edited meanwhile. */
  async function read(
    cards: CardStore,
    rows: RowSelection,
    from: typeof readWorks | typeof readPersons,
  ) {
    const reading: Reading = { all: false, names: false, ids: new Set() }
    readings.add(reading)
    let foundRows: IndexedRow[]
    try {
      foundRows = await from(db, rows)
    } finally {
      readings.delete(reading)
    }
    const isPerson = from === readPersons
    const outdated: number[] = []
    for (const { entry, name, original, fields } of foundRows) {
      cards.put(entry.id, name, original, fields)
      if (reading.all || (isPerson ? reading.names : reading.ids.has(entry.id)))
        outdated.push(entry.id)
    }
    return { entries: foundRows.map(({ entry }) => entry), outdated }
  }

  /** Reads rows into cards and removes those edited meanwhile. */
  async function readCurrent(
    cards: CardStore,
    rows: RowSelection,
    from: typeof readWorks | typeof readPersons,
  ): Promise<Entry[]> {
    const { entries, outdated } = await read(cards, rows, from)
    for (const id of outdated) cards.remove(id)
    return entries
  }

  return {
    read,
    readCurrent,
    /** Records an edit while rows are read. */
    invalidate({ ids, all, names }: Edit): void {
      for (const reading of readings) {
        reading.all ||= all
        reading.names ||= names
        for (const id of ids) reading.ids.add(id)
      }
    },
  }
}

type CardHits = Pick<Interpretation, 'pinned' | 'nearest'> & { hits: Pick<SearchHits, 'hits'> }

/**
 * The cards that the hits need and that are not cached; undefined if all are cached.
 * @param stores.isCurrent whether the index includes every notified edit of names
 */
function findMissingCards(
  { series, people, isCurrent }: CardStores & { isCurrent: boolean },
  { hits: { hits }, pinned, nearest }: CardHits,
): { works: number[]; persons: number[] } | undefined {
  let persons: number[] | undefined
  missingWorks.clear()
  for (const id of nearest ?? []) if (!series.has(id)) missingWorks.add(id)
  for (const { kind, id, works } of pinned ? [...pinned.hits, ...hits] : hits) {
    if (kind === 'series') {
      if (!series.has(id)) missingWorks.add(id)
      continue
    }
    if (!isCurrent || !people.has(id)) (persons ??= []).push(id)
    for (const work of works) if (!series.has(work)) missingWorks.add(work)
  }
  return persons || missingWorks.size > 0
    ? { works: [...missingWorks], persons: persons ?? [] }
    : undefined
}
