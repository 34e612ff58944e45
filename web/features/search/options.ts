import type { HighlightRange, Suggestion } from '#contract/contents/search.ts'
import { searchFor, seriesPath } from '#web/paths.ts'
import type { Suggestions } from './suggester.ts'

/** A line of the list below the field: where it leads, and what is remembered of having gone there. */
export type Option = { key: string; to: string; word: string } & (
  | { kind: 'recent' | 'popular' | 'all' }
  | { kind: 'series'; found: Extract<Suggestion, { type: 'series' }> }
  | { kind: 'person'; found: Extract<Suggestion, { type: 'person' }> }
)

const wordOption = (kind: 'recent' | 'popular' | 'all', word: string): Option => ({
  ...{ kind, word, key: `${kind}:${word}`, to: searchFor(word) },
})

/** Below an empty field: what one looked for lately, then what others look for. */
export function firstOptions(recent: readonly string[], popular: readonly string[]): Option[] {
  return [
    ...recent.map((word) => wordOption('recent', word)),
    ...popular.map((word) => wordOption('popular', word)),
  ]
}

/** Below what is typed: what was found so far, and all of it. */
export function typedOptions(q: string, { results }: Suggestions): Option[] {
  const found = results.map((one): Option => {
    if (one.type === 'series') {
      const { id, title } = one.series
      return {
        ...{ kind: 'series', found: one, word: title, key: `series:${id}`, to: seriesPath(id) },
      }
    }
    const { id, name } = one.person
    return { kind: 'person', found: one, word: name, key: `person:${id}`, to: searchFor(name) }
  })
  return [...found, wordOption('all', q)]
}

/** A name and its other name: that one only where it is what was found. */
export function otherName(other: string | null, matched: readonly HighlightRange[]): string | null {
  return matched.length > 0 ? other : null
}
