import { type Database, isDatabaseUnavailable } from '#server/db/client.ts'
import type { Clock } from '#server/shared/clock.ts'
import type { Logger } from '#server/shared/logger.ts'
import { parseCaptions } from '#server/adapters/encoder/index.ts'
import { normalizeForSearch, bigramsOf } from './captions/normalize-text.ts'
import {
  type Captions,
  insertCaptionLines,
  type CaptionLine,
  readUnindexedCaptions,
} from './captions/caption-queries.ts'
import { forgetClicks } from './clicks/click-queries.ts'
import { deleteOldChanges } from './index-queries.ts'
import { deleteOldMisses } from './popular/miss-queries.ts'
import { refreshPopularSearches } from './popular/term-queries.ts'

/** Retention of `search_index_changes`: twice the time after which an index reloads all rows. */
const retentionMs = 60 * 60_000
const batchSize = 10

/** The text of a cue without tags, on one line. */
function plainCueText(cue: string): string {
  return cue
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|amp|nbsp|lrm|rlm);/g, (_, name: string) => entities.get(name) ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}
const entities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', nbsp: ' ' }))

/**
 * Marks captions without readable lines as indexed, so that later runs skip them. No query matches an empty line.
 */
const emptyLine: CaptionLine = { number: 0, seconds: 0, text: '', normalized_text: '', bigrams: [] }

/**
 * Indexes the captions of assets that became ready, deletes old changes and ranks the popular terms. Invalid captions are logged and marked as
 * indexed, so that they do not block the others.
 */
export async function runSearchMaintenance(
  { db, transact, clock, log }: Pick<Database, 'db' | 'transact'> & { clock: Clock; log: Logger },
  signal?: AbortSignal,
): Promise<void> {
  await transact((tx) => deleteOldChanges(tx, new Date(clock.now().getTime() - retentionMs)))
  await transact((tx) => deleteOldMisses(tx, clock.now()))
  await transact((tx) => refreshPopularSearches(tx, clock.now()))
  for (const captions of await readUnindexedCaptions(db, batchSize)) {
    if (signal?.aborted) return
    const { asset_id, language } = captions
    try {
      const lines = parseLines(captions)
      await transact((tx) =>
        insertCaptionLines(tx, captions, lines.length > 0 ? lines : [emptyLine]),
      )
      log.info({ asset_id, lines: lines.length }, 'captions indexed')
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      log.warn({ asset_id, language, error: (error as Error).message }, 'captions not indexable')
      await transact((tx) => insertCaptionLines(tx, captions, [emptyLine]))
    }
  }
}

/** Forgets clicks that count for nothing any more. */
export async function runClickMaintenance({
  transact,
  clock,
}: Pick<Database, 'transact'> & { clock: Clock }): Promise<void> {
  await transact((tx) => forgetClicks(tx, clock.now()))
}

/** @throws InputRejectedError `bad_captions` */
function parseLines({ content, duration }: Captions): CaptionLine[] {
  return parseCaptions(content, duration).map(({ start, text }, number) => {
    const plainText = plainCueText(text)
    const { text: normalized_text } = normalizeForSearch(plainText)
    return {
      number,
      seconds: start,
      text: plainText,
      normalized_text,
      bigrams: bigramsOf(normalized_text),
    }
  })
}
