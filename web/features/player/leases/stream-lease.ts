import type { ActiveStream } from '#contract/problem.ts'
import type { Schedule, SocketState } from '#web/api/reconnecting-socket.ts'
import type { FactStore } from '#web/features/player/core/media-state.ts'
import type { MediaState } from '#web/features/player/core/media-state.ts'

/** Why it does not play here (D-46): all places are taken by these, or one took this one's over. */
export type LeaseLost =
  | { streams: readonly ActiveStream[]; by?: undefined }
  | { by: { id: number; device: string }; streams?: undefined }

/** What came of asking for a place. */
export type LeaseResult = { id: number } | { streams: readonly ActiveStream[] } | 'unreachable'

/** What came of a claim: a slot, playback was stopped because another device has it, or no answer. */
export type Claim = 'held' | 'lost' | 'unreachable'

/** Without a socket nobody tells that the place was taken over: it is asked for again, in ms. */
const askAgain = 45_000
/** After a call that failed. The film plays on: our fault is not the viewer's. */
const tryAgain = 10_000

type StreamLease = {
  /** Holds a place for this film while it plays; returns how to stop. */
  film(episode_id: number): () => void
  /** Takes the slot anew, also before the first picture: the server has refused media for want of it. */
  claim(): Promise<Claim>
  /** Somebody took a place over. */
  ended(stream_id: number, by: { id: number; device: string }): void
  socketIs(state: SocketState): void
  /** The page may be gone in a moment, or come back. */
  leave(): void
  comeBack(): void
}

/**
 * Holds the member's place for what plays here: taken when playing begins, given back when it pauses or ends. Progress
 * keeps it meanwhile. One call at a time, so that what was wished last is what holds.
 */
export function createStreamLease(parts: {
  facts: FactStore<MediaState>
  after: Schedule
  pause: () => void
  take: (episode_id: number) => Promise<LeaseResult>
  end: (id: number) => Promise<void>
  onLost: (lost: LeaseLost | null) => void
}): StreamLease {
  const { facts } = parts
  let episode_id: number | null = null
  let held: { id: number; episode_id: number } | null = null
  /** Lost, until the element has heard that it is to pause. */
  let barred = false
  let away = false
  let calling = false
  let settled = Promise.resolve()
  let is_claimed = false
  let callOff: (() => void) | undefined
  let socket: SocketState = 'closed'
  let brokeOff = false
  /** Told of while our own call was under way: its answer may name one that is gone already. */
  const overtaken = new Map<number, { id: number; device: string }>()

  function wanted(): number | null {
    const { started, paused, ended } = facts.get()
    return (started || is_claimed) && !paused && !ended && !barred && !away ? episode_id : null
  }

  function lose(lost: LeaseLost) {
    held = null
    barred = true
    parts.onLost(lost)
    parts.pause()
  }

  /** @returns whether the call came through. */
  async function takeFor(wish: number): Promise<boolean> {
    held = null
    overtaken.clear()
    const answer = await parts.take(wish)
    if (answer === 'unreachable') return false
    if ('streams' in answer) {
      // Who has stopped meanwhile is not told what he no longer wants.
      if (wanted() !== null) lose(answer)
      return true
    }
    const by = overtaken.get(answer.id)
    if (by) lose({ by })
    else {
      held = { id: answer.id, episode_id: wish }
      parts.onLost(null)
    }
    return true
  }

  function settle(): Promise<void> {
    if (!calling) settled = settleOnce()
    return settled
  }

  async function settleOnce() {
    calling = true
    let ms = askAgain
    for (;;) {
      const wish = wanted()
      if (wish === (held?.episode_id ?? null)) break
      if (wish !== null) {
        if (await takeFor(wish)) continue
        ms = tryAgain
        break
      }
      const given = held
      held = null
      if (given) await parts.end(given.id)
    }
    calling = false
    callOff?.()
    callOff = wanted() === null ? undefined : parts.after(ms, look)
  }

  /** Also by the clock: what is not known to hold is asked for again. */
  function look() {
    callOff = undefined
    if (socket !== 'open' && wanted() !== null) held = null
    void settle()
  }

  function changed() {
    if (facts.get().paused) barred = false
    const wish = wanted()
    // While a failed call waits for its next try nothing else asks.
    if (wish === (held?.episode_id ?? null) || (wish !== null && !held && callOff)) return
    void settle()
  }

  return {
    film(id) {
      episode_id = id
      const unsubscribe = facts.subscribe(changed)
      changed()
      return () => {
        unsubscribe()
        episode_id = null
        callOff?.()
        callOff = undefined
        parts.onLost(null)
        void settle()
      }
    },
    async claim() {
      if (episode_id === null) return 'unreachable'
      held = null
      is_claimed = true
      await settle()
      is_claimed = false
      if ((held as object | null) !== null) return 'held'
      return barred || wanted() === null ? 'lost' : 'unreachable'
    },
    ended(stream_id, by) {
      if (held?.id === stream_id) lose({ by })
      else if (calling) overtaken.set(stream_id, by)
    },
    socketIs(state) {
      socket = state
      if (state === 'waiting' || state === 'given_up') brokeOff = true
      if (state !== 'open' || !brokeOff) return
      brokeOff = false
      // What was said meanwhile nobody heard.
      held = null
      void settle()
    },
    leave() {
      away = true
      void settle()
    },
    comeBack() {
      away = false
      void settle()
    },
  }
}
