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
import { deleteOldChanges } from './index-queries.ts'

/** How long edits are remembered for indexes to follow, in ms: twice as long as one waits before it begins anew. */
const rememberedFor = 60 * 60_000
const captionsAtOnce = 10

/** A caption as it is heard: without tags, on one line. */
function spoken(cue: string): string {
  return cue
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|amp|nbsp|lrm|rlm);/g, (_, name: string) => signs[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC')
}
const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ' }

/**
 * What stands for captions in which nothing can be read, so that they are not looked at in every round: a line that says
 * nothing, which no query finds.
 */
const nothing: CaptionLine = { number: 0, seconds: 0, text: '', folded: '', pairs: [] }

/**
 * Reads the lines of films that came to play since the last time, and forgets edits that every index has seen. Captions
 * that are broken are noted, and do not hold up the others.
 */
export async function runSearchMaintenance(
  { db, transact, clock, log }: Pick<Database, 'db' | 'transact'> & { clock: Clock; log: Logger },
  signal?: AbortSignal,
): Promise<void> {
  await transact((tx) => deleteOldChanges(tx, new Date(clock.now().getTime() - rememberedFor)))
  for (const captions of await readUnindexedCaptions(db, captionsAtOnce)) {
    if (signal?.aborted) return
    const { asset_id, language } = captions
    try {
      const lines = linesOf(captions)
      await transact((tx) => insertCaptionLines(tx, captions, lines.length > 0 ? lines : [nothing]))
      log.info({ asset_id, lines: lines.length }, 'captions indexed')
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      log.warn({ asset_id, language, error: (error as Error).message }, 'captions not indexable')
      await transact((tx) => insertCaptionLines(tx, captions, [nothing]))
    }
  }
}

/** @throws EncodeRefused `bad_captions` */
function linesOf({ content, duration }: Captions): CaptionLine[] {
  return parseCaptions(content, duration).map(({ start, text }, number) => {
    const said = spoken(text)
    const { text: folded } = normalizeForSearch(said)
    return { number, seconds: start, text: said, folded, pairs: bigramsOf(folded) }
  })
}
