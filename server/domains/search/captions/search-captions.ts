/**
 * Finding what is said. A line is public where its film is: a free episode for all ages whole, any other but one
 * rated 19 for its first minute, which everybody may hear as a preview (D-42). So nobody reads by searching what he
 * would have to pay for, and every line that is found can be heard at once.
 */
import type { EndpointResponse, ParsedInput } from '#contract/core/endpoint.ts'
import type { HighlightRange, SearchResult, search as calls } from '#contract/contents/search.ts'
import type { Db } from '#server/db/client.ts'
import { normalizeForSearch, toKoreanLayout, bigramsOf } from './normalize-text.ts'
import { type CaptionMatch, findCaptionLines } from './caption-queries.ts'

type Query = Omit<ParsedInput<typeof calls.search>['query'], 'type'>

/** Shorter and every second line has it. */
const shortest = 2

/** `GET /api/contents/search/?type=line`. Gaps, case and signs make no difference; the other keyboard is tried too. */
export async function searchCaptions(
  db: Db,
  query: Query,
): Promise<EndpointResponse<typeof calls.search>> {
  // Half a syllable at the end is not said.
  const typed = query.q.replace(/[ㄱ-ㅎㅏ-ㅣ]+$/, '').trim()
  const literal = await find(db, typed, query)
  if (literal.count > 0) return literal
  const korean = toKoreanLayout(query.q)
  if (korean === null) return literal
  const other = await find(db, korean, query)
  return other.count > 0 ? { ...other, read_as: korean } : literal
}

async function find(
  db: Db,
  q: string,
  query: Query,
): Promise<EndpointResponse<typeof calls.search>> {
  const { text: folded } = normalizeForSearch(q)
  if (folded.length < shortest) return { count: 0, results: [], read_as: null }
  const { count, lines } = await findCaptionLines(db, {
    ...query,
    folded,
    pairs: bigramsOf(folded),
  })
  return { count, results: lines.map((line) => resultOf(line, folded)), read_as: null }
}

function resultOf(
  { episode, language, seconds, text }: CaptionMatch,
  folded: string,
): SearchResult {
  return { type: 'line', episode, language, seconds, text, matched: marksOf(text, folded) }
}

function marksOf(text: string, folded: string): HighlightRange[] {
  const line = normalizeForSearch(text)
  const at = line.text.indexOf(folded)
  if (at < 0) return []
  return [{ start: line.from[at]!, end: line.to[at + folded.length - 1]! }]
}
