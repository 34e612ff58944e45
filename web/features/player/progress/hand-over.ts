import type { FactStore } from '../fact-store.ts'
import type { Facts } from '../facts.ts'

/** Nearer than this it is the same place. */
const near = 2

/**
 * D-43: what another screen of the member said of this film while it stood still here. Playing goes on there; a jump by
 * hand is the viewer's own choice and stays.
 */
export function handOver(parts: {
  facts: FactStore<Facts>
  seekTo: (time: number) => void
  /** Seconds where another screen is, null where that is of no interest any more. */
  onElsewhere: (at: number | null) => void
}): { hear(at: number): void; stop(): void } {
  const { facts } = parts
  let elsewhere: number | null = null

  function become(at: number | null) {
    if (at === elsewhere) return
    elsewhere = at
    parts.onElsewhere(at)
  }

  function look() {
    if (elsewhere === null) return
    const { paused, seeking } = facts.get()
    if (seeking) become(null)
    else if (!paused) {
      const at = elsewhere
      become(null)
      parts.seekTo(at)
    }
  }

  const unsubscribe = facts.subscribe(look)
  return {
    hear(at) {
      const { paused, time, duration } = facts.get()
      if (!paused) return
      // At its very end there is nothing to go on with.
      become(Math.abs(at - time) < near || at >= duration - 1 ? null : at)
    },
    stop() {
      unsubscribe()
      become(null)
    },
  }
}
