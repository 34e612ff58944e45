import type { Db } from '#server/db/client.ts'
import type { CardStores } from './response-writer.ts'
import { CardStore } from './card-store.ts'
import type { SearchHits } from '../title-index/title-index.ts'
import { type IndexedRow, readPersons, readWorks, type RowSelection } from '../index-queries.ts'
import type { Entry } from '../title-index/index-segment.ts'

/** What was told of while rows were on their way: they may be older. */
type Reading = { all: boolean; names: boolean; ids: Set<number> }

/** Rows read at once behind the readers' backs: an answer waits for no more. */
const fillAtOnce = 250
/** All is read anew after so many ms in which it was not thrown away again, as an import does with every batch. */
const quiet = 5_000

const byWork = new Set<number>()

/**
 * The cards of all works and people, and what keeps them true: of what was told to be edited none is shown that was read
 * before. It is read when an answer needs it.
 */
export function createCardCache(db: Db) {
  const series = new CardStore({ name: 'title', original: 'title_original' })
  const people = new CardStore({ name: 'name', original: 'name_original' })
  const readings = new Set<Reading>()
  /** How often names were told to be edited, and of how many of these the index has heard what they are. */
  let told = 0
  let heard = 0
  let isWhole = false
  let clearedAt = 0
  let filling = false

  function clear() {
    series.clear()
    people.clear()
    isWhole = false
    clearedAt = performance.now()
  }

  /** Puts what was read on the shelf. @returns it, and those of it that were edited meanwhile. */
  async function read(
    cards: CardStore,
    rows: RowSelection,
    from: typeof readWorks | typeof readPersons,
  ) {
    const reading: Reading = { all: false, names: false, ids: new Set() }
    readings.add(reading)
    let found: IndexedRow[]
    try {
      found = await from(db, rows)
    } finally {
      readings.delete(reading)
    }
    const old: number[] = []
    for (const { entry, name, original, shown } of found) {
      cards.put(entry.id, name, original, shown)
      if (reading.all || (cards === people ? reading.names : reading.ids.has(entry.id)))
        old.push(entry.id)
    }
    return { entries: found.map(({ entry }) => entry), old }
  }

  /** Reads rows and keeps what they show. */
  async function keep(
    cards: CardStore,
    rows: RowSelection,
    from: typeof readWorks | typeof readPersons,
  ): Promise<Entry[]> {
    const { entries, old } = await read(cards, rows, from)
    for (const id of old) cards.forget(id)
    return entries
  }
  const keepWorks = (rows: RowSelection) => keep(series, rows, readWorks)
  const keepPersons = (rows: RowSelection) => keep(people, rows, readPersons)

  return {
    shown: { series, people } satisfies CardStores,
    readWorks: keepWorks,
    readPersons: keepPersons,
    clear,

    get bytes(): number {
      return series.bytes + people.bytes
    },

    /** Works of these `ids` show something else, or `all` do; people too, if `names`. */
    told({ ids, all, names }: { ids: readonly number[]; all: boolean; names: boolean }): void {
      for (const reading of readings) {
        reading.all ||= all
        reading.names ||= names
        for (const id of ids) reading.ids.add(id)
      }
      if (names) told++
      if (all) return clear()
      for (const id of ids) series.forget(id)
      if (series.isStale || people.isStale) clear()
    },

    forget(kind: Entry['kind'], id: number): void {
      if (kind === 'series') series.forget(id)
      else people.forget(id)
    },

    /** Call before edits are read, and what it gives when they are in. */
    hearing(): () => void {
      const upTo = told
      return () => (heard = upTo)
    },

    /** What the hits need and the shelf does not hold; undefined where it holds all. */
    lacking({ hits }: SearchHits): { works: number[]; persons: number[] } | undefined {
      let persons: number[] | undefined
      byWork.clear()
      for (const { kind, id, works } of hits) {
        if (kind === 'series') {
          if (!series.has(id)) byWork.add(id)
          continue
        }
        if (told !== heard || !people.has(id)) (persons ??= []).push(id)
        for (const work of works) if (!series.has(work)) byWork.add(work)
      }
      return persons || byWork.size > 0 ? { works: [...byWork], persons: persons ?? [] } : undefined
    },

    /** Reads what is lacking. @returns what to call at once after the answer was written. */
    async fetch({ works, persons }: { works: number[]; persons: number[] }): Promise<() => void> {
      const [one, other] = await Promise.all([
        works.length > 0 ? read(series, { ids: works }, readWorks) : undefined,
        persons.length > 0 ? read(people, { ids: persons }, readPersons) : undefined,
      ])
      for (const id of persons)
        if (!other?.entries.some((entry) => entry.id === id)) people.forget(id)
      return () => {
        for (const id of one?.old ?? []) series.forget(id)
        for (const id of other?.old ?? []) people.forget(id)
      }
    },

    /** All is there that `load` read. */
    filled(began: number): void {
      if (clearedAt <= began) isWhole = true
    },

    /** Reads all that was thrown away, a little at a time, once it is quiet. */
    async fill(isStopped: () => boolean): Promise<void> {
      const began = performance.now()
      if (isWhole || filling || began - clearedAt < quiet) return
      filling = true
      try {
        for (const step of [keepWorks, keepPersons])
          for (let after = 0; ;) {
            const entries = await step({ after, limit: fillAtOnce })
            const last = entries.at(-1)
            if (!last) break
            if (isStopped() || clearedAt > began) return
            after = last.id
          }
        isWhole = true
      } finally {
        filling = false
      }
    },
  }
}
