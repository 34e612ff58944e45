/** Splits a query into the text to search for and the intents of its other words. */
import type { SearchIntent } from '#contract/contents/search.ts'
import { meaningsOf, splitSuffix, type WordMeaning } from './intent-words.ts'

export type Intent = Omit<SearchIntent, 'is_applied'>
export type ParsedQuery = {
  /** The query without the words of intents. */
  text: string
  intents: readonly Intent[]
}

/** A part of a word; parts of the same word are written without a space. */
type Part = { text: string; meaning?: WordMeaning; word: number }

/** Intents of which a query has one at most; a second one with another value is part of the text. */
const singleKinds: ReadonlySet<SearchIntent['kind']> = new Set([
  ...(['years', 'age', 'episode', 'season', 'cast', 'director', 'writer', 'similar'] as const),
  ...(['newest', 'popular'] as const),
])

/** Words that add nothing to intents, if no others remain: 자막 있는 영화. They are parts of titles too. */
const fillers: ReadonlySet<string> = new Set(
  '있는 되는 된 좋은 괜찮은 재미있는 재밌는 재미난 볼 만한 보는 하는 요즘 오늘 오늘의'.split(' '),
)

/** Words that mean watching only at the end: 비 오는 날 보기 좋은, 다시 만난. */
const lastOnly: ReadonlySet<string> = new Set(['보기', '다시'])

/** Parses a query in any normalization form. */
export function parseIntents(q: string): ParsedQuery {
  const words = q
    .normalize('NFC')
    .trim()
    .replace(/(시즌|season)\s+(?=\d)/giu, '$1')
    .replace(/다시\s+보기/gu, '다시보기')
    .split(/\s+/)
  const parts = words.flatMap((word, at): Part[] =>
    lastOnly.has(word) && at < words.length - 1 ? [{ text: word, word: at }] : partsOf(word, at),
  )
  const seen = new Map<SearchIntent['kind'], string>()
  for (const part of parts) {
    if (!part.meaning) continue
    const { kind, value } = part.meaning
    const before = seen.get(kind)
    if (before !== undefined && before !== value && singleKinds.has(kind)) delete part.meaning
    else seen.set(kind, value)
  }
  const intents = intentsOf(parts)
  const rest = parts.filter(({ meaning }) => !meaning)
  const isFilled = intents.length > 0 && rest.every(({ text }) => fillers.has(text))
  return { text: isFilled ? '' : join(rest), intents }
}

/** One intent for each meaning, with the query without all of its words. */
function intentsOf(parts: readonly Part[]): Intent[] {
  const intents = new Map<string, Intent>()
  for (const { text, meaning } of parts) {
    if (!meaning) continue
    const { kind, value } = meaning
    const key = `${kind} ${value}`
    const isOther = (part: Part) => part.meaning?.kind !== kind || part.meaning.value !== value
    const before = intents.get(key)
    if (before) before.text += ` ${text}`
    else intents.set(key, { kind, value, text, without: join(parts.filter(isOther)) })
  }
  return [...intents.values()]
}

const particle = /(?<=[가-힣a-z\d]{2})(?:이랑|하고|랑|와|과|이|가|은|는|의)$/iu

/** The names that a text may be: itself, and without the particle of `송강호가 나오는` and `해운대랑 비슷한`. */
export const possibleNames = (text: string): string[] => [
  ...new Set([text, text.replace(particle, '')]),
]

function partsOf(word: string, at: number): Part[] {
  const meanings = meaningsOf(word)
  if (meanings) return meanings.map((one) => ({ ...one, word: at }))
  const split = splitSuffix(word)
  if (!split) return [{ text: word, word: at }]
  return [...partsOf(split.head, at), ...partsOf(split.suffix, at)]
}

function join(parts: readonly Part[]): string {
  let text = ''
  for (const [at, part] of parts.entries())
    text += (at > 0 && parts[at - 1]!.word !== part.word ? ' ' : '') + part.text
  return text
}
