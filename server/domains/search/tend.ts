import { type Database, isDatabaseAway } from '#server/db/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Log } from '#server/kernel/log.ts'
import { parseCaptions } from '#server/outside/encoder/index.ts'
import { foldLine, pairsOf } from './fold-line.ts'
import { type Captions, insertLines, type Line, readUnreadCaptions } from './line-queries.ts'
import { forgetChanges } from './queries.ts'

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
const nothing: Line = { number: 0, seconds: 0, text: '', folded: '', pairs: [] }

/**
 * Reads the lines of films that came to play since the last time, and forgets edits that every index has seen. Captions
 * that are broken are noted, and do not hold up the others.
 */
export async function tendSearch(
  { db, transact, clock, log }: Pick<Database, 'db' | 'transact'> & { clock: Clock; log: Log },
  signal?: AbortSignal,
): Promise<void> {
  await transact((tx) => forgetChanges(tx, new Date(clock.now().getTime() - rememberedFor)))
  for (const captions of await readUnreadCaptions(db, captionsAtOnce)) {
    if (signal?.aborted) return
    const { asset_id, language } = captions
    try {
      const lines = linesOf(captions)
      await transact((tx) => insertLines(tx, captions, lines.length > 0 ? lines : [nothing]))
      log.info({ asset_id, lines: lines.length }, 'lines read')
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      log.warn(
        { asset_id, language, error: (error as Error).message },
        'no lines in these captions',
      )
      await transact((tx) => insertLines(tx, captions, [nothing]))
    }
  }
}

/** @throws EncodeRefused `bad_captions` */
function linesOf({ content, duration }: Captions): Line[] {
  return parseCaptions(content, duration).map(({ start, text }, number) => {
    const said = spoken(text)
    const { text: folded } = foldLine(said)
    return { number, seconds: start, text: said, folded, pairs: pairsOf(folded) }
  })
}
