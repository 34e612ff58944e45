import type { FactStore } from './fact-store.ts'
import type { Facts } from './facts.ts'

/** Milliseconds of waiting in which neither picture nor buffer moves on, until it counts as broken. */
export const longestStall = 25_000

/**
 * The last resort: whatever went wrong and told nobody, nobody looks at a turning ring for ever. Offline it
 * waits on. Returns how to stop.
 */
export function watchStall(facts: FactStore<Facts>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen = ''
  function look() {
    const { waiting, offline, failure, time, buffered_to } = facts.get()
    const now = waiting && !offline && !failure ? `${time} ${buffered_to}` : ''
    if (now === seen) return
    seen = now
    clearTimeout(timer)
    if (now)
      timer = setTimeout(
        () => facts.set({ failure: 'network', failure_detail: 'stalled', waiting: false }),
        longestStall,
      )
  }
  look()
  const stop = facts.subscribe(look)
  return () => {
    stop()
    clearTimeout(timer)
  }
}
