/**
 * The terms of Korean text: words without particles, the pairs of letters in them, and the groups of words of the same
 * meaning. A pair finds other forms of a word (잃어버린, 잃어버리다) and parts of compounds, which particles alone do not; whole
 * words weigh more (decisions/0022-search-queries).
 */
import { groupsOf, isGrouped } from './word-groups.ts'

/** Particles and endings of nouns, the longest first. */
const particles =
  '에게서는 으로부터 에서부터 이라면 이라는 에게서 에서는 으로는 까지는 부터는 에게는 이라고 한테서 처럼은 라는 이란 에서 에게 으로 부터 까지 처럼 보다 이나 이랑 하고 한테 마다 조차 마저 밖에 라도 이며 에는 에도 만이 과는 와는 들이 들은 들을 들의 은 는 이 가 을 를 의 에 로 와 과 도 만 랑 나 들'.split(
    ' ',
  )
/** Words that occur in descriptions of any work. */
const stopWords = new Set(
  '그 이 저 것 수 한 두 그리고 하지만 그런데 있는 없는 있다 하는 되는 위해 대한 속 중 더 또 영화 드라마 작품 이야기 애니 다큐 예능 내용 나오는 나온 보는 어떤 있던 없던 되어 싶은 싶어 가는 오는 주는 남은 같은 모든 아주 자꾸 정말 계속 못 안'.split(
    ' ',
  ),
)
const wordPattern = /[가-힣]+|[a-z]+|\d+/g
const maxTerms = 400

/** Grouped by their last letter. */
const particlesByEnd = Map.groupBy(particles, (particle) => particle.at(-1)!)

/** Nouns of one letter, which a particle may follow: 달에, 배가. */
const shortNouns = new Set(
  '달 별 배 산 섬 강 비 눈 밤 봄 불 물 집 길 꿈 왕 칼 총 돈 빵 밥 술 차 책 개 새 말 소 곰 용 빛 문 옷 숲 춤'.split(
    ' ',
  ),
)
/** Other words of such a noun and the letter of a particle. */
const noShortNouns = new Set(
  '차이 차도 용도 새로 길이 말이 비만 불만 산만 별로 소가 물론 소의 강의 강도 말로 불과 소로 배로 문의 문과 용의 차로 책의'.split(
    ' ',
  ),
)
const shortParticles = new Set(Array.from('은는이가을를의에로와과도만'))
/** Endings of verbs that are nouns with 하다 or 되다: 모험하는, 세탁해, 정착한. */
const verbEnding =
  /^([가-힣]{2,})(?:하(?:는|고|며|면서|던|다가|다|기|러|려는|려고|지|게|여|자|면)|한다|한|할|해서|해|했던|했다|되(?:는|고|어|던|다)|된다|된|됐다)$/

function stemOf(word: string): string {
  if (isGrouped(word)) return word
  if (word.length === 2 && shortParticles.has(word[1]!) && shortNouns.has(word[0]!))
    return noShortNouns.has(word) ? word : word[0]!
  const noun = verbEnding.exec(word)?.[1]
  if (noun !== undefined) return noun
  for (const particle of particlesByEnd.get(word.at(-1)!) ?? [])
    if (word.length > particle.length + (particle.length === 1 ? 1 : 0) && word.endsWith(particle))
      return word.slice(0, -particle.length)
  return word
}

type WeightedTerm = { term: string; weight: number }

/** The distinct words of a text without particles, case and words that occur in any description. */
export function stemsOf(text: string): string[] {
  const words = [...normalizeText(text).matchAll(wordPattern)].map(([word]) => word)
  const stems = words.map((word) => ({ word, stem: word >= '가' ? stemOf(word) : word }))
  return [
    ...new Set(
      stems.flatMap(({ word, stem }) => (stopWords.has(word) || stopWords.has(stem) ? [] : [stem])),
    ),
  ]
}

const normalizeText = (text: string) => text.normalize('NFKC').toLowerCase().normalize('NFC')

/**
 * The terms of a text with their number. Names have no groups.
 * @param isNames whether the text is names, whose last letter may look like a particle: 김하나 is found by 하나.
 */
export function termsOf(text: string, isNames = false): WeightedTerm[] {
  const counts = new Map<string, number>()
  const add = (term: string, weight: number) => {
    if (counts.size < maxTerms || counts.has(term))
      counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  for (const [word] of normalizeText(text).matchAll(wordPattern)) {
    const isKorean = word >= '가'
    const stem = isKorean ? stemOf(word) : word
    if (stopWords.has(word) || stopWords.has(stem)) continue
    add(stem, 1)
    if (!isNames) for (const group of groupsOf(stem)) add(`#${group}`, 1)
    if (!isKorean) continue
    for (let at = 0; at + 2 <= stem.length; at++)
      if (stem.length > 2) add(`_${stem.slice(at, at + 2)}`, 1)
    // A word of two letters is a pair of longer ones.
    if (stem.length === 2) add(`_${stem}`, 1)
    if (isNames)
      for (let at = stem.length - 1; at + 2 <= word.length; at++)
        add(`_${word.slice(at, at + 2)}`, 1)
  }
  return [...counts].map(([term, weight]) => ({ term, weight }))
}

export const isGroup = (term: string): boolean => term.startsWith('#')
export const isPair = (term: string): boolean => term.startsWith('_')
