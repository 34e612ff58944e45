import type { HighlightRange, Suggestion } from '#contract/contents/search.ts'
import { searchFor, seriesPath } from '#web/routing/paths.ts'
import type { Suggestions } from './suggestions.ts'
import { draftNamed } from '#web/lib/drafts.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useMemo, useSyncExternalStore } from 'react'

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
export function useRecent() {
  const { id } = useAuth().user
  const draft = useMemo(() => draftNamed('searches', id), [id])
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
