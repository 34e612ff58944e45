import { listPopular, suggest } from '#web/api/endpoints/search.generated.ts'
import type { Suggestion, HighlightRange } from '#contract/search/search.ts'
import { apiRequest } from '#web/api/client.ts'
import { useEffect, useMemo, useState } from 'react'
import { seriesPath } from '#web/routing/paths.ts'
import { searchResultsPath } from './search-params.ts'
import { createProfileState } from '#web/lib/profile-state.ts'
import { localStore, useStoredValue } from '#web/lib/browser-storage.ts'
import { draftKey } from '#web/lib/drafts.ts'
import { useAuth } from '#web/session/auth-store.ts'

/** The suggestions shown below the field. */
export type SuggestionState = {
  /** The query of these suggestions; '' initially. */
  q: string
  results: readonly Suggestion[]
  interpreted_as: string | null
  failed: boolean
}

type SuggestionResponse = Pick<SuggestionState, 'results' | 'interpreted_as'>

const noSuggestions: SuggestionState = {
  q: '',
  results: [],
  interpreted_as: null,
  failed: false,
}

/** Milliseconds without input before suggestions are fetched. */
export const debounce_ms = 120

/**
 * Fetches suggestions while the visitor types: debounced, one request at a time, aborting the earlier one. A query that
 * is in flight or was answered last is not requested again, so it does not matter in how many events an input method
 * reports a syllable (WebKit removes it and inserts it again).
 */
export function createSuggestionFetcher({
  fetchSuggestions,
  onChange,
  schedule,
}: {
  fetchSuggestions: (q: string, signal: AbortSignal) => Promise<SuggestionResponse>
  onChange: (suggestions: SuggestionState) => void
  /** Runs `run` after `ms`. Returns a function that cancels it. */
  schedule: (ms: number, run: () => void) => () => void
}) {
  let cancelScheduled = () => {}
  let inFlight: { q: string; controller: AbortController } | null = null
  let shown = noSuggestions

  function show(next: SuggestionState) {
    shown = next
    onChange(next)
  }

  function abort() {
    inFlight?.controller.abort()
    inFlight = null
  }

  async function request(q: string) {
    abort()
    const current = { q, controller: new AbortController() }
    inFlight = current
    try {
      const { results, interpreted_as } = await fetchSuggestions(q, current.controller.signal)
      if (inFlight === current) show({ q, results, interpreted_as, failed: false })
    } catch {
      if (inFlight === current) show({ q, results: [], interpreted_as: null, failed: true })
    } finally {
      if (inFlight === current) inFlight = null
    }
  }

  return {
    /** Reports the current text of the field. */
    typed(q: string) {
      cancelScheduled()
      if (q === '') {
        abort()
        show(noSuggestions)
      } else if (inFlight ? inFlight.q !== q : shown.q !== q || shown.failed) {
        // Back at the shown query: only abort the other request.
        cancelScheduled = schedule(debounce_ms, () =>
          shown.q === q && !shown.failed ? abort() : void request(q),
        )
      }
    },
    /** Cancels pending work. */
    stop() {
      cancelScheduled()
      abort()
    },
  }
}

const maxSuggestions = 7

/** The suggestions for the typed text, with the fetcher's `typed` and `stop`. */
export function useSuggestions() {
  const [suggestions, setSuggestions] = useState(noSuggestions)
  const fetcher = useMemo(
    () =>
      createSuggestionFetcher({
        onChange: setSuggestions,
        fetchSuggestions: (q, signal) =>
          apiRequest(suggest, { query: { q, limit: maxSuggestions } }, { signal }),
        schedule: (ms, run) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
      }),
    [],
  )
  useEffect(() => fetcher.stop, [fetcher])
  return { suggestions, ...fetcher }
}

/** Works above the limit of a profile are no popular searches of it. */
const popular = createProfileState((): { queries?: Promise<readonly string[]> } => ({}))

/** The popular searches, fetched once when first needed; empty if that fails. */
export function usePopularSearches(isNeeded: boolean): readonly string[] {
  const [queries, setQueries] = useState<readonly string[]>([])
  const profileId = useAuth().user.profile?.id
  useEffect(() => {
    if (!isNeeded) return
    let isCurrent = true
    const state = popular.current
    state.queries ??= apiRequest(listPopular, {}).then(({ results }) => results.map(({ q }) => q))
    state.queries.then(
      (results) => isCurrent && setQueries(results),
      () => delete state.queries,
    )
    return () => void (isCurrent = false)
  }, [isNeeded, profileId])
  return queries
}

/** An option of the listbox: its target, and the query to remember as a recent search. */
export type SearchOption = { key: string; to: string; query: string } & (
  | { kind: 'recent' | 'popular' | 'all' }
  | { kind: 'series'; suggestion: Extract<Suggestion, { type: 'series' }> }
  | { kind: 'person'; suggestion: Extract<Suggestion, { type: 'person' }> }
)

const queryOption = (kind: 'recent' | 'popular' | 'all', query: string): SearchOption => ({
  kind,
  query,
  key: `${kind}:${query}`,
  to: searchResultsPath(query),
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
        kind: 'series',
        suggestion,
        query: title,
        key: `series:${id}`,
        to: seriesPath(id),
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
