import type { HighlightRange, Suggestion } from '#contract/contents/search.ts'
import { searchResultsPath, seriesPath } from '#web/routing/paths.ts'
import type { SuggestionState } from './suggestions.ts'
import { localStore, useStoredValue } from '#web/lib/browser-storage.ts'
import { draftKey } from '#web/lib/drafts.ts'
import { useAuth } from '#web/session/auth-store.ts'

/** An option of the listbox: its target, and the query to remember as a recent search. */
export type SearchOption = { key: string; to: string; query: string } & (
  | { kind: 'recent' | 'popular' | 'all' }
  | { kind: 'series'; suggestion: Extract<Suggestion, { type: 'series' }> }
  | { kind: 'person'; suggestion: Extract<Suggestion, { type: 'person' }> }
)

const queryOption = (kind: 'recent' | 'popular' | 'all', query: string): SearchOption => ({
  ...{ kind, query, key: `${kind}:${query}`, to: searchResultsPath(query) },
})

/** The options below an empty field: recent searches, then popular ones. */
export function initialOptions(
  recent: readonly string[],
  popular: readonly string[],
): SearchOption[] {
  return [
    ...recent.map((query) => queryOption('recent', query)),
    ...popular.map((query) => queryOption('popular', query)),
  ]
}

/** The options below typed text: the suggestions, then a search for all results. */
export function suggestionOptions(q: string, { results }: SuggestionState): SearchOption[] {
  const suggestions = results.map((suggestion): SearchOption => {
    if (suggestion.type === 'series') {
      const { id, title } = suggestion.series
      return {
        ...{ kind: 'series', suggestion, query: title, key: `series:${id}`, to: seriesPath(id) },
      }
    }
    const { id, name } = suggestion.person
    return {
      kind: 'person',
      suggestion,
      query: name,
      key: `person:${id}`,
      to: searchResultsPath(name),
    }
  })
  return [...suggestions, queryOption('all', q)]
}

/** The original name if the search matched it, otherwise null. */
export function matchedOriginalName(
  originalName: string | null,
  matched: readonly HighlightRange[],
): string | null {
  return matched.length > 0 ? originalName : null
}

const maxRecent = 8

function parseRecent(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value)
      ? value.filter((suggestion) => typeof suggestion === 'string').slice(0, maxRecent)
      : []
  } catch {
    return []
  }
}

/**
 * The recent searches of the profile or visitor on this device, newest first. Never sent, and removed on logout. Empty
 * during server rendering.
 */
export function useRecentSearches() {
  const key = draftKey('searches', useAuth().user.profile?.id ?? null)
  const [text, store] = useStoredValue(key)
  const save = (list: readonly string[]) => store(list.length > 0 ? JSON.stringify(list) : null)
  // Read again because another tab may have added to it.
  const recentExcept = (q: string) =>
    parseRecent(localStore.getItem(key)).filter((suggestion) => suggestion !== q)
  return {
    recent: parseRecent(text),
    add: (q: string) => save([q, ...recentExcept(q)].slice(0, maxRecent)),
    remove: (q: string) => save(recentExcept(q)),
    clear: () => save([]),
  }
}
