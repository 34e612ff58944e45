/**
 * The terms of Korean text: words without particles, and the pairs of letters in them. A pair finds other forms of a word
 * (잃어버린, 잃어버리다) and parts of compounds, which particles alone do not; whole words weigh more (D-108).
 */

/** Particles and endings of nouns, the longest first. */
const particles =
  '에게서는 으로부터 에서부터 이라면 이라는 에게서 에서는 으로는 까지는 부터는 에게는 이라고 한테서 처럼은 라는 이란 에서 에게 으로 부터 까지 처럼 보다 이나 이랑 하고 한테 마다 조차 마저 밖에 라도 이며 에는 에도 만이 과는 와는 들이 들은 들을 들의 은 는 이 가 을 를 의 에 로 와 과 도 만 랑 나 들'.split(
    ' ',
  )
/** Words that occur in descriptions of any work. */
const stopWords = new Set(
  '그 이 저 것 수 한 두 그리고 하지만 그런데 있는 없는 있다 하는 되는 위해 대한 속 중 더 또 영화 드라마 작품 이야기 애니 다큐 예능 내용 나오는 나온 보는 어떤'.split(
    ' ',
  ),
)
const wordPattern = /[가-힣]+|[a-z]+|\d+/g
const maxTerms = 400

/** Grouped by their last letter. */
const particlesByEnd = Map.groupBy(particles, (particle) => particle.at(-1)!)

function stemOf(word: string): string {
  for (const particle of particlesByEnd.get(word.at(-1)!) ?? [])
    if (word.length > particle.length + (particle.length === 1 ? 1 : 0) && word.endsWith(particle))
      return word.slice(0, -particle.length)
  return word
}

export type WeightedTerm = { term: string; weight: number }

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
 * The terms of a text with their number.
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

export const isPair = (term: string): boolean => term.startsWith('_')
