import { listPopular, suggest } from '#web/api/endpoints/search.generated.ts'
import type { Suggestion } from '#contract/contents/search.ts'
import { apiRequest } from '#web/api/client.ts'
import { useEffect, useMemo, useState } from 'react'

/** What a field shows below itself while somebody types. */
export type SuggestionState = {
  /** What these were asked with; '' before anything was. */
  q: string
  results: readonly Suggestion[]
  interpreted_as: string | null
  failed: boolean
}

type Answer = Pick<SuggestionState, 'results' | 'interpreted_as'>

const noSuggestions: SuggestionState = {
  q: '',
  results: [],
  interpreted_as: null,
  failed: false,
}

/** Milliseconds without a key before somebody is taken at his word. */
export const debounceMs = 120

/**
 * Asks while somebody types: after a pause, one question at a time, the earlier one called off. A text that is being
 * answered, or was answered last, is not asked again, so it makes no difference in how many events an input method
 * tells of one syllable (WebKit takes it away and puts it in again).
 */
export function createSuggestionFetcher({
  ask,
  tell,
  after,
}: {
  ask: (q: string, signal: AbortSignal) => Promise<Answer>
  tell: (suggestions: SuggestionState) => void
  /** Runs later, in ms; returns how to call that off. */
  after: (ms: number, run: () => void) => () => void
}) {
  let wait = () => {}
  let under_way: { q: string; controller: AbortController } | null = null
  let shown = noSuggestions

  function show(next: SuggestionState) {
    shown = next
    tell(next)
  }

  function callOff() {
    under_way?.controller.abort()
    under_way = null
  }

  async function begin(q: string) {
    callOff()
    const mine = { q, controller: new AbortController() }
    under_way = mine
    try {
      const { results, interpreted_as } = await ask(q, mine.controller.signal)
      if (under_way === mine) show({ q, results, interpreted_as, failed: false })
    } catch {
      if (under_way === mine) show({ q, results: [], interpreted_as: null, failed: true })
    } finally {
      if (under_way === mine) under_way = null
    }
  }

  return {
    /** The field holds this now. */
    typed(q: string) {
      wait()
      if (q === '') {
        callOff()
        show(noSuggestions)
      } else if (under_way ? under_way.q !== q : shown.q !== q || shown.failed) {
        // Gone back to what is shown: only the other question is dropped.
        wait = after(debounceMs, () => (shown.q === q && !shown.failed ? callOff() : void begin(q)))
      }
    },
    /** Nobody looks any more. */
    stop() {
      wait()
      callOff()
    },
  }
}

const most = 7

/** Suggestions for what is typed, how to tell of a key, and that nobody looks any more. */
export function useSuggestions() {
  const [suggestions, tell] = useState(noSuggestions)
  const suggester = useMemo(
    () =>
      createSuggestionFetcher({
        tell,
        ask: (q, signal) => apiRequest(suggest, { query: { q, limit: most } }, { signal }),
        after: (ms, run) => {
          const timer = setTimeout(run, ms)
          return () => clearTimeout(timer)
        },
      }),
    [],
  )
  useEffect(() => suggester.stop, [suggester])
  return { suggestions, ...suggester }
}

let popular: Promise<readonly string[]> | undefined

/** What others look for, asked for once, when it is first wanted; none where it does not come. */
export function usePopularSearches(wanted: boolean): readonly string[] {
  const [words, setWords] = useState<readonly string[]>([])
  useEffect(() => {
    if (!wanted) return
    let current = true
    popular ??= apiRequest(listPopular, {}).then(({ results }) => results.map(({ q }) => q))
    popular.then(
      (found) => current && setWords(found),
      () => (popular = undefined),
    )
    return () => void (current = false)
  }, [wanted])
  return words
}
