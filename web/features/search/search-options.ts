import type { HighlightRange, Suggestion } from '#contract/contents/search.ts'
import { searchResultsPath, seriesPath } from '#web/routing/paths.ts'
import type { SuggestionState } from './suggestions.ts'
import { draftStorage } from '#web/lib/drafts.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useMemo, useSyncExternalStore } from 'react'

/** A line of the list below the field: where it leads, and what is remembered of having gone there. */
export type SearchOption = { key: string; to: string; word: string } & (
  | { kind: 'recent' | 'popular' | 'all' }
  | { kind: 'series'; found: Extract<Suggestion, { type: 'series' }> }
  | { kind: 'person'; found: Extract<Suggestion, { type: 'person' }> }
)

const wordOption = (kind: 'recent' | 'popular' | 'all', word: string): SearchOption => ({
  ...{ kind, word, key: `${kind}:${word}`, to: searchResultsPath(word) },
})

/** Below an empty field: what one looked for lately, then what others look for. */
export function initialOptions(
  recent: readonly string[],
  popular: readonly string[],
): SearchOption[] {
  return [
    ...recent.map((word) => wordOption('recent', word)),
    ...popular.map((word) => wordOption('popular', word)),
  ]
}

/** Below what is typed: what was found so far, and all of it. */
export function suggestionOptions(q: string, { results }: SuggestionState): SearchOption[] {
  const found = results.map((one): SearchOption => {
    if (one.type === 'series') {
      const { id, title } = one.series
      return {
        ...{ kind: 'series', found: one, word: title, key: `series:${id}`, to: seriesPath(id) },
      }
    }
    const { id, name } = one.person
    return {
      kind: 'person',
      found: one,
      word: name,
      key: `person:${id}`,
      to: searchResultsPath(name),
    }
  })
  return [...found, wordOption('all', q)]
}

/** A name and its other name: that one only where it is what was found. */
export function matchedOriginalName(
  other: string | null,
  matched: readonly HighlightRange[],
): string | null {
  return matched.length > 0 ? other : null
}

const most = 8
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

function listOf(text: string | null): readonly string[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/**
 * What was looked for on this device, newest first: a member's own, or a visitor's. It is never sent, and goes when
 * somebody signs out. Empty while the page is the server's.
 */
export function useRecentSearches() {
  const { id } = useAuth().user
  const draft = useMemo(() => draftStorage('searches', id), [id])
  const text = useSyncExternalStore(subscribe, draft.read, () => null)
  return useMemo(() => {
    function keep(list: readonly string[]) {
      if (list.length > 0) draft.keep(JSON.stringify(list))
      else draft.drop()
      for (const listener of listeners) listener()
    }
    // As it is now: another tab may have added to it.
    const others = (q: string) => listOf(draft.read()).filter((one) => one !== q)
    return {
      recent: listOf(text),
      add: (q: string) => keep([q, ...others(q)].slice(0, most)),
      drop: (q: string) => keep(others(q)),
      dropAll: () => keep([]),
    }
  }, [draft, text])
}
