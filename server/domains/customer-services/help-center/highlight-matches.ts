import { normalizeText } from '#contract/core/characters.ts'

/** A range of a text in UTF-16 code units, end exclusive. */
type Match = { start: number; end: number }

/** Limits the cost of a query: each word scans all FAQs. */
const maxWords = 10

/**
 * Korean suffixes that searches ignore: particles and verb endings on nouns, longest first.
 * 환불은 → 환불, 해지하려면 → 해지.
 */
const endings =
  /(?:하려면|하는법|했는데|했어요|하나요|되나요|인가요|에서는|으로는|하는|하고|하면|해요|할래|돼요|됐어|안돼|에서|에게|으로|이랑|까지|부터|처럼|마다|보다|은|는|이|가|을|를|에|의|로|와|과|도|만|랑)$/
const shortestStem = 2

/**
 * Splits a query into search terms: NFC, lower case, without suffixes. A suffix is removed only if two syllables
 * remain, so that 회의 is unchanged.
 */
export function searchTerms(q: string): string[] {
  const words = normalizeText(q)
    .toLowerCase()
    .split(/[\s?!.,~]+/)
    .filter(Boolean)
    .map((word) => {
      const stem = word.replace(endings, '')
      return stem.length >= shortestStem ? stem : word
    })
  return [...new Set(words)].slice(0, maxWords)
}

/** Finds all occurrences of `words` in `text`, ignoring spaces. The ranges are sorted and do not overlap. */
export function findHighlights(text: string, words: readonly string[]): Match[] {
  const { normalized, ranges } = foldText(text)
  const matches: Match[] = []
  for (const word of words)
    for (
      let at = normalized.indexOf(word);
      at >= 0;
      at = normalized.indexOf(word, at + word.length)
    ) {
      const start = ranges[at]?.start ?? 0
      const end = ranges[at + word.length - 1]?.end ?? start
      matches.push({ start, end })
    }
  return mergeRanges(matches)
}

/** Returns the text in lower case without white space, and the original range of each of its code units. */
function foldText(text: string): { normalized: string; ranges: Match[] } {
  const ranges: Match[] = []
  let normalized = ''
  let start = 0
  for (const character of text) {
    const end = start + character.length
    if (!/\s/.test(character)) {
      const lower = character.toLowerCase()
      normalized += lower
      for (let unit = 0; unit < lower.length; unit++) ranges.push({ start, end })
    }
    start = end
  }
  return { normalized, ranges }
}

function mergeRanges(matches: Match[]): Match[] {
  const merged: Match[] = []
  for (const match of matches.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end)
    else merged.push({ ...match })
  }
  return merged
}
