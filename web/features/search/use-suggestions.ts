import type { search } from '#contract/contents/search.ts'
import { request } from '#web/data/client.ts'
import { useEffect, useMemo, useState } from 'react'
import { createSuggester, noSuggestions } from './suggester.ts'

// Of the contract the types alone: its table would bring the validator along to every page with a field.
const suggest = {
  method: 'GET',
  path: '/api/contents/search/suggest/',
  query: { shape: { q: null, limit: null } },
} as unknown as typeof search.suggest
const listPopular = {
  method: 'GET',
  path: '/api/contents/search/popular/',
} as unknown as typeof search.listPopular

const most = 7

/** Suggestions for what is typed, how to tell of a key, and that nobody looks any more. */
export function useSuggestions() {
  const [suggestions, tell] = useState(noSuggestions)
  const suggester = useMemo(
    () =>
      createSuggester({
        tell,
        ask: (q, signal) => request(suggest, { query: { q, limit: most } }, { signal }),
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
export function usePopular(wanted: boolean): readonly string[] {
  const [words, setWords] = useState<readonly string[]>([])
  useEffect(() => {
    if (!wanted) return
    let current = true
    popular ??= request(listPopular, {}).then(({ results }) => results.map(({ q }) => q))
    popular.then(
      (found) => current && setWords(found),
      () => (popular = undefined),
    )
    return () => void (current = false)
  }, [wanted])
  return words
}
