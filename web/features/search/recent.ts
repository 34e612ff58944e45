import { draftNamed } from '#web/data/drafts.ts'
import { useAuth } from '#web/data/auth.ts'
import { useMemo, useSyncExternalStore } from 'react'

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
