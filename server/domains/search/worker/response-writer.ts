/** Answers about works and people, written as the bytes that go out. */
import { type CardStore } from './card-store.ts'
import { highlightRanges, interpretedAs } from './highlight.ts'
import type { QueryPlan } from '../title-index/match-ranking.ts'
import type { SearchHits, SearchHit } from '../title-index/title-index.ts'

/** `suggest`: a person comes without his works. */
export type ResponseShape = 'search' | 'suggest'

export type CardStores = { series: CardStore; people: CardStore }

let room = Buffer.allocUnsafeSlow(1 << 16)
let end = 0

function reserve(more: number) {
  if (end + more <= room.length) return
  const larger = Buffer.allocUnsafeSlow(Math.max(room.length * 2, end + more))
  room.copy(larger, 0, 0, end)
  room = larger
}

/** What is of ASCII alone. */
function write(text: string) {
  reserve(text.length)
  end += room.write(text, end, 'latin1')
}

function writeCard(cards: CardStore, id: number) {
  reserve(cards.sizeOf(id))
  end = cards.copy(id, room, end)
}

/** What the first result was met by. */
type Reading = Parameters<typeof interpretedAs>[1]

/** Marks in both names. @returns what they are in, for whoever says what the query was taken for. */
function marked(cards: CardStore, { id, rank }: SearchHit, plan: QueryPlan) {
  const { name, original } = cards.namesOf(id)
  const marks = highlightRanges(plan, name, rank)
  const inOriginal = highlightRanges(plan, original, rank)
  return {
    json: `,"matched":${JSON.stringify(marks)},"matched_original":${JSON.stringify(inOriginal)}`,
    reading: [
      { text: name, marks },
      { text: original, marks: inOriginal },
    ] satisfies Reading,
  }
}

/**
 * Writes an answer of `search` or of `suggest`, as their schemas have it, of what has a card: what was hidden a moment
 * ago has none.
 * @returns bytes that are the caller's.
 */
export function writeResponse(
  { series, people }: CardStores,
  plan: QueryPlan,
  { count, hits }: SearchHits,
  { shape, offset }: { shape: ResponseShape; offset: number },
): Uint8Array<ArrayBuffer> {
  end = 0
  write(`{"count":${count},"results":[`)
  let first: { hit: SearchHit; reading: Reading } | undefined
  for (const hit of hits) {
    const isSeries = hit.kind === 'series'
    const cards = isSeries ? series : people
    if (!cards.has(hit.id)) continue
    const works = isSeries ? [] : hit.works.filter((work) => series.has(work))
    if (!isSeries && shape === 'search' && works.length === 0) continue
    const { json, reading } = marked(cards, hit, plan)
    const comma = first ? ',' : ''
    first ??= { hit, reading }
    write(isSeries ? `${comma}{"type":"series","series":` : `${comma}{"type":"person","person":`)
    writeCard(cards, hit.id)
    write(json)
    if (!isSeries && shape === 'search') {
      write(',"series":[')
      for (const [at, work] of works.entries()) {
        if (at > 0) write(',')
        writeCard(series, work)
      }
      write(']')
    }
    write('}')
  }
  // Only of the best: what comes first on a later page says nothing of the query.
  const read =
    first && offset === 0 && first.hit === hits[0]
      ? interpretedAs(first.hit.rank, first.reading)
      : null
  const last = `],"read_as":${JSON.stringify(read)}}`
  reserve(last.length * 3)
  end += room.write(last, end, 'utf8')
  return new Uint8Array(room.subarray(0, end))
}
