/** Writes search responses as bytes. */
import { type CardStore } from './card-store.ts'
import { highlightRanges, interpretedAs } from './highlight.ts'
import type { QueryPlan } from '../title-index/query-plan.ts'
import type { Interpretation } from '../intents/interpret-query.ts'
import type { SearchHit } from '../title-index/title-index.ts'

/** In `suggest` responses people have no works. `texts` responses are `FoundTexts`. */
export type ResponseShape = 'search' | 'suggest' | 'texts'

export type CardStores = { series: CardStore; people: CardStore }

let buffer = Buffer.allocUnsafeSlow(1 << 16)
let end = 0

function reserve(more: number) {
  if (end + more <= buffer.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, end + more))
  buffer.copy(larger, 0, 0, end)
  buffer = larger
}

/** Writes ASCII text. */
function write(text: string) {
  reserve(text.length)
  end += buffer.write(text, end, 'latin1')
}

/** Writes any text. */
function writeText(text: string) {
  reserve(text.length * 3)
  end += buffer.write(text, end, 'utf8')
}

/** Writes the cards of `ids` that are stored, separated by commas. */
function writeCards(cards: CardStore, ids: readonly number[]) {
  let isFirst = true
  for (const id of ids) {
    if (!cards.has(id)) continue
    if (!isFirst) write(',')
    writeCard(cards, id)
    isFirst = false
  }
}

function writeCard(cards: CardStore, id: number) {
  reserve(cards.sizeOf(id))
  end = cards.copy(id, buffer, end)
}

/** The texts and highlights of the first result. */
type Reading = Parameters<typeof interpretedAs>[1]

/** The highlights of both names, as JSON and for `interpretedAs`. */
function writeHighlights(cards: CardStore, { id, rank }: SearchHit, plan: QueryPlan) {
  const { name, original } = cards.namesOf(id)
  const ranges = highlightRanges(plan, name, rank)
  const rangesInOriginal = highlightRanges(plan, original, rank)
  return {
    json: `,"highlights":${JSON.stringify(ranges)},"highlights_original":${JSON.stringify(rangesInOriginal)}`,
    reading: [
      { text: name, marks: ranges },
      { text: original, marks: rangesInOriginal },
    ] satisfies Reading,
  }
}

/**
 * Writes a response of `search` or `suggest`. Results without a card are omitted: they were just hidden.
 * @returns a copy of the bytes.
 */
export function writeResponse(
  { series, people }: CardStores,
  {
    plan: textPlan,
    hits: { count, hits: found },
    intents,
    pinned,
    interpreted_as,
    nearest = [],
  }: Interpretation,
  { shape, offset }: { shape: ResponseShape; offset: number },
): Uint8Array<ArrayBuffer> {
  end = 0
  write(`{"count":${count},"results":[`)
  const hits = pinned ? [...pinned.hits, ...found] : found
  const pinnedCount = pinned?.hits.length ?? 0
  let first: { hit: SearchHit; reading: Reading } | undefined
  for (const [at, hit] of hits.entries()) {
    const plan = at < pinnedCount ? pinned!.plan : textPlan
    const isSeries = hit.kind === 'series'
    const cards = isSeries ? series : people
    if (!cards.has(hit.id)) continue
    const works = isSeries ? [] : hit.works.filter((work) => series.has(work))
    if (!isSeries && shape === 'search' && works.length === 0) continue
    const { json, reading } = writeHighlights(cards, hit, plan)
    const comma = first ? ',' : ''
    first ??= { hit, reading }
    write(isSeries ? `${comma}{"type":"series","series":` : `${comma}{"type":"person","person":`)
    writeCard(cards, hit.id)
    write(json)
    if (!isSeries && shape === 'search') {
      write(',"series":[')
      writeCards(series, works)
      write(']')
    }
    write('}')
  }
  // Only the best match interprets the query, which is on the first page.
  const interpretation =
    first && offset === 0 && first.hit === hits[0]
      ? (interpreted_as ?? interpretedAs(first.hit.rank, first.reading))
      : null
  writeText(`],"interpreted_as":${JSON.stringify(interpretation)}`)
  if (shape === 'search') {
    writeText(`,"intents":${JSON.stringify(intents)},"nearest":[`)
    writeCards(series, nearest)
    write(']')
  }
  write('}')
  return new Uint8Array(buffer.subarray(0, end))
}
