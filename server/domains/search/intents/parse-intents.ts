/** Splits a query into the text to search for and the intents of its other words. */
import type { SearchIntent } from '#contract/search/search.ts'
import type { Vocabulary, WordMeaning } from './vocabulary.ts'

/** Short names of a country and a category: 미드 is 미국 드라마. */
const blends = new Map(
  Object.entries({
    미드: ['미국', '드라마'],
    영드: ['영국', '드라마'],
    일드: ['일본', '드라마'],
    중드: ['중국', '드라마'],
    대드: ['대만', '드라마'],
    한드: ['한국', '드라마'],
    일애니: ['일본', '애니'],
    한영: ['한국', '영화'],
  }),
)

const decade = /^(?:(19|20))?(\d)0년대$/
const year = /^((?:19|20)\d\d)(?:년|년도|년작)?$/
const episode = /^(?:제)?(\d{1,4})(?:화|회)$|^ep?(\d{1,4})$/
const season = /^(\d{1,2})(?:기|시즌)$|^(?:시즌|season|s)(\d{1,2})(?:e\d+)?$/
const part = /^\d+(?:편|부)$/

/** The meaning of a whole word in lower case. */
function meaningOf(word: string, { meanings }: Vocabulary): WordMeaning | undefined {
  const meaning = meanings.get(word)
  if (meaning) return meaning
  const inDecade = decade.exec(word)
  if (inDecade) {
    // 90년대 is of the last century, 10년대 of this one.
    const century = inDecade[1] ?? (Number(inDecade[2]) >= 3 ? '19' : '20')
    return { kind: 'years', value: `${century}${inDecade[2]}0-${century}${inDecade[2]}9` }
  }
  const inYear = year.exec(word)
  if (inYear) return { kind: 'years', value: `${inYear[1]}-${inYear[1]}` }
  for (const [kind, pattern] of [
    ['episode', episode],
    ['season', season],
  ] as const) {
    const match = pattern.exec(word)
    if (match) return { kind, value: String(Number(match[1] ?? match[2])) }
  }
  return part.test(word) ? { kind: 'ignored', value: '' } : undefined
}

/** The meanings of a word, which may be several without spaces: `최신한국영화`; undefined if a part has none. */
function meaningsOf(
  word: string,
  vocabulary: Vocabulary,
): { text: string; meaning: WordMeaning }[] | undefined {
  const { meanings } = vocabulary
  const lowerCase = word.toLowerCase()
  const blend = blends.get(lowerCase)
  if (blend?.every((text) => meanings.has(text)))
    return blend.map((text) => ({ text, meaning: meanings.get(text)! }))
  const whole = meaningOf(lowerCase, vocabulary)
  if (whole) return [{ text: word, meaning: whole }]
  for (let length = word.length - 1; length > 1; length--) {
    const meaning = meanings.get(lowerCase.slice(0, length))
    const rest = meaning && meaningsOf(word.slice(length), vocabulary)
    if (rest) return [{ text: word.slice(0, length), meaning }, ...rest]
  }
  return undefined
}

/** Splits words with a meaning from the end of a word: `해운대다시보기` is 해운대 and 다시보기. */
function splitSuffix(
  word: string,
  { suffixes }: Vocabulary,
): { head: string; suffix: string } | undefined {
  for (const suffix of suffixes)
    if (word.length > suffix.length + 1 && word.endsWith(suffix))
      return { head: word.slice(0, -suffix.length), suffix }
  return undefined
}

export type Intent = Omit<SearchIntent, 'is_applied'>
type ParsedQuery = {
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
export function parseIntents(q: string, vocabulary: Vocabulary): ParsedQuery {
  const words = joinPhrases(q, vocabulary)
    .trim()
    // linear: queries have at most 100 characters
    .replace(/(시즌|season)\s+(?=\d)/giu, '$1')
    .replace(/다시\s+보기/gu, '다시보기')
    .split(/\s+/)
  const parts = words.flatMap((word, at): Part[] =>
    lastOnly.has(word) && at < words.length - 1
      ? [{ text: word, word: at }]
      : partsOf(word, at, vocabulary),
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

const joinPhrases = (q: string, { phrases }: Vocabulary): string =>
  phrases.reduce((text, { pattern, word }) => text.replace(pattern, word), q.normalize('NFC'))

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

function partsOf(word: string, at: number, vocabulary: Vocabulary): Part[] {
  const meanings = meaningsOf(word, vocabulary)
  if (meanings) return meanings.map((meaning) => ({ ...meaning, word: at }))
  const split = splitSuffix(word, vocabulary)
  if (!split) return [{ text: word, word: at }]
  return [...partsOf(split.head, at, vocabulary), ...partsOf(split.suffix, at, vocabulary)]
}

function join(parts: readonly Part[]): string {
  let text = ''
  for (const [at, part] of parts.entries())
    text += (at > 0 && parts[at - 1]!.word !== part.word ? ' ' : '') + part.text
  return text
}
