/** A stretch of a text, in UTF-16 code units, end exclusive. */
type Match = { start: number; end: number }

/** More words than anybody types; each costs a look through everything. */
const mostWords = 10

/**
 * What hangs on a word in Korean and is not sought: particles, and what makes a noun a verb. The longest first.
 * 환불은 → 환불, 해지하려면 → 해지.
 */
const endings =
  /(?:하려면|하는법|했는데|했어요|하나요|되나요|인가요|에서는|으로는|하는|하고|하면|해요|할래|돼요|됐어|안돼|에서|에게|으로|이랑|까지|부터|처럼|마다|보다|은|는|이|가|을|를|에|의|로|와|과|도|만|랑)$/
const shortestStem = 2

/**
 * The words of a query as they are sought: composed, in lower case, without what hangs on them. A particle is taken
 * off only where two syllables are left, so that 회의 stays.
 */
export function searchTerms(q: string): string[] {
  const words = q
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s?!.,~]+/)
    .filter(Boolean)
    .map((word) => {
      const stem = word.replace(endings, '')
      return stem.length >= shortestStem ? stem : word
    })
  return [...new Set(words)].slice(0, mostWords)
}

/** Where any of `words` stands in `text`, spaces aside, one after another and none over another. */
export function findHighlights(text: string, words: readonly string[]): Match[] {
  const { folded, places } = fold(text)
  const found: Match[] = []
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      const start = places[at]?.start ?? 0
      const end = places[at + word.length - 1]?.end ?? start
      found.push({ start, end })
    }
  return joined(found)
}

/** The text in lower case without white space, and where each code unit of that stands in it. */
function fold(text: string): { folded: string; places: Match[] } {
  const places: Match[] = []
  let folded = ''
  let start = 0
  for (const letter of text) {
    const end = start + letter.length
    if (!/\s/.test(letter)) {
      const low = letter.toLowerCase()
      folded += low
      for (let unit = 0; unit < low.length; unit++) places.push({ start, end })
    }
    start = end
  }
  return { folded, places }
}

function joined(matches: Match[]): Match[] {
  const joined: Match[] = []
  for (const match of matches.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end)
    else joined.push({ ...match })
  }
  return joined
}
