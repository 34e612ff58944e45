import type { AgeCode } from '#contract/contents/contents.ts'
import type { Database } from '#server/db/client.ts'
import type { Logger } from '#server/shared/logger.ts'
import { readPublicCards, readServedModel, recommendationsCacheTag } from './model-queries.ts'
import type { ServedModel } from './model/served-model.ts'
import { createSignalReader } from './signal-queries.ts'
import {
  readSettings,
  type RecommendationSettings,
  settingsCacheTag,
} from './staff/override-queries.ts'

/** A card as it is sent, with what decides whether a profile sees it. */
export type StoredCard = { json: Buffer; title: string; age_rating: AgeCode }

/** A card in memory; undefined `card` for a work that is not public. */
type CardEntry = {
  card: StoredCard | undefined
  isRead: boolean
  read_at: number
  reading: Promise<void> | undefined
}

/** Returns the card of a work, undefined if it is not public. */
type CardLookup = (id: number) => StoredCard | undefined

/** How often rows are computed while the cards that they need are not in memory. Two are usual, one afterwards. */
const maxAttempts = 4

/** Counters of cards change without a notification, as in cached responses. */
const refreshAfterMs = 30_000

/** Keeps the served model, the settings of staff and the cards of its works in memory, about 1 KB a card. */
export type Recommender = ReturnType<typeof createRecommender>

type Dependencies = Pick<Database, 'db' | 'pool'> & { log: Logger }

export function createRecommender({ db, pool, log }: Dependencies) {
  let model: Promise<ServedModel> | undefined
  let settings: Promise<RecommendationSettings> | undefined
  const cards = createCardMemory({ db, log })

  async function load(): Promise<ServedModel> {
    model ??= readServedModel(db).catch((error: unknown) => {
      model = undefined
      log.warn({ error: (error as Error).message }, 'recommendation model not loaded')
      throw error
    })
    return model
  }

  async function loadSettings(): Promise<RecommendationSettings> {
    settings ??= readSettings(db).catch((error: unknown) => {
      settings = undefined
      throw error
    })
    return settings
  }

  return {
    readModel: load,
    readSettings: loadSettings,
    readSignals: createSignalReader({ db, pool }),

    withCards: cards.withCards,

    /** @param tags of the notification; see `cache_invalidation`. */
    invalidate(tags: readonly string[]): void {
      for (const tag of tags) {
        if (tag === recommendationsCacheTag) model = undefined
        else if (tag === settingsCacheTag) settings = undefined
        else if (tag === 'series') cards.clear()
        else if (tag.startsWith('series:')) cards.delete(Number(tag.slice('series:'.length)))
      }
    },

    invalidateAll(): void {
      model = undefined
      settings = undefined
      cards.clear()
    },
  }
}

/** Keeps cards in memory, by the id of the work. */
function createCardMemory({ db, log }: Pick<Dependencies, 'db' | 'log'>) {
  const cards = new Map<number, CardEntry>()

  /** Reads cards into entries. An entry that was invalidated meanwhile is no longer in the map, and what it gets is not used. */
  function readEntries(ids: readonly number[], now: number): Promise<void> {
    const own = ids.map((id): [number, CardEntry] => {
      const entry = cards.get(id) ?? {
        card: undefined,
        isRead: false,
        read_at: now,
        reading: undefined,
      }
      return [id, entry]
    })
    const reading = readPublicCards(db, ids).then(
      (rows) => {
        const byId = new Map(rows.map((row) => [row.id, row]))
        for (const [id, entry] of own) {
          const row = byId.get(id)
          entry.card = row && {
            title: row.title,
            age_rating: row.age_rating,
            json: Buffer.from(JSON.stringify(row)),
          }
          Object.assign(entry, { isRead: true, read_at: now, reading: undefined })
        }
      },
      (error: unknown) => {
        for (const [id, entry] of own) {
          entry.reading = undefined
          if (!entry.isRead && cards.get(id) === entry) cards.delete(id)
        }
        throw error
      },
    )
    for (const [id, entry] of own) {
      entry.reading = reading
      cards.set(id, entry)
    }
    return reading
  }

  /** Waits for the cards that are being read, and reads the others. */
  async function readMissing(ids: ReadonlySet<number>, now: number): Promise<void> {
    const readings = new Set<Promise<void>>()
    const own: number[] = []
    for (const id of ids) {
      const reading = cards.get(id)?.reading
      if (reading) readings.add(reading)
      else own.push(id)
    }
    if (own.length > 0) readings.add(readEntries(own, now))
    await Promise.all(readings)
  }

  return {
    /**
     * Runs `work` with the cards in memory. If it asks for others, they are read with one statement, which concurrent calls share, and
     * it runs again. An outdated card is returned once more while it is read again.
     * @param work is synchronous and free of side effects; `cardOf` returns undefined for a work that is not public.
     */
    async withCards<Result>(work: (cardOf: CardLookup) => Result): Promise<Result> {
      for (let attempt = 1; ; attempt++) {
        const now = performance.now()
        let missing: Set<number> | undefined
        let outdated: Set<number> | undefined
        const result = work((id) => {
          const entry = cards.get(id)
          if (!entry?.isRead) (missing ??= new Set()).add(id)
          else if (now - entry.read_at > refreshAfterMs && !entry.reading)
            (outdated ??= new Set()).add(id)
          return entry?.card
        })
        if (outdated)
          readEntries([...outdated], now).catch((error: unknown) =>
            log.warn({ error: (error as Error).message }, 'recommended cards not refreshed'),
          )
        // Cards may be invalidated after they were read. Works whose cards change in every attempt are left out.
        if (!missing || attempt === maxAttempts) return result
        await readMissing(missing, now)
      }
    },

    delete: (id: number) => cards.delete(id),
    clear: () => cards.clear(),
  }
}
