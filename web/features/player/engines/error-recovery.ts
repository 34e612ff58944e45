import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type { FactStore, MediaState } from '#web/features/player/core/media-state.ts'

/** What went wrong, in the engine's own words reduced to what decides the answer. */
export type EngineError = {
  readonly kind: 'network' | 'media' | 'other'
  /** The engine has given up by itself; it goes on alone otherwise. */
  readonly fatal: boolean
  /** A segment arrived and could not be read; the engine tries other rungs, and would try for ever. */
  readonly spoiled?: boolean
  /** HTTP status of the refused request, if there was one. */
  readonly status: number | undefined
  /** Code of the problem document that came with it. */
  readonly code?: ProblemCode | undefined
  /** Nothing plays: the stream slot may have gone to another device meanwhile (D-46). */
  readonly paused?: boolean
}

type RecoveryAction =
  /** The engine is still trying. */
  | { readonly do: 'nothing' }
  /** The grant in the address ended: ask for the video again. */
  | { readonly do: 'renew' }
  /** Stop loading without a word, and go on when playback is asked for again. */
  | { readonly do: 'suspend' }
  /** Take the stream slot, then go on. */
  | { readonly do: 'claim' }
  /** Go on when the browser says `online`. */
  | { readonly do: 'wait_online' }
  /** Load again after this many milliseconds. */
  | { readonly do: 'reload'; readonly after: number }
  /** Rebuild the decoder where it stands. */
  | { readonly do: 'rebuild' }
  | { readonly do: 'give_up'; readonly failure: 'network' | 'media' }

/** Tries since something last arrived. */
export type RecoveryAttempts = {
  readonly reloads: number
  readonly rebuilds: number
  readonly renewals: number
  readonly claims: number
  readonly spoiled: number
}
export const noAttempts: RecoveryAttempts = {
  reloads: 0,
  rebuilds: 0,
  renewals: 0,
  claims: 0,
  spoiled: 0,
}

const mostReloads = 4
const mostRebuilds = 2
const mostRenewals = 2
const mostClaims = 3
const mostSpoiled = 6

/**
 * Decides what to do about trouble while playing. Every road is bounded by `tries`, which the caller sets
 * back to zero when media arrives again. 401, 402, 403 and 410 are what a media address answers when its grant or the
 * right to the film has ended (D-41); 404 is what it answers when the film was packed anew; 409 asks for a stream slot,
 * or for a position nearer to the end of the preview.
 */
export function recoveryActionFor(
  trouble: EngineError,
  tries: RecoveryAttempts,
  online: boolean,
): RecoveryAction {
  if (trouble.kind === 'network') {
    const { status, code, paused } = trouble
    if (status !== undefined && [401, 402, 403, 404, 409, 410].includes(status)) {
      if (paused) return { do: 'suspend' }
      if (status !== 409)
        return tries.renewals < mostRenewals
          ? { do: 'renew' }
          : { do: 'give_up', failure: 'network' }
      if (code !== 'playback_position_required')
        return tries.claims < mostClaims ? { do: 'claim' } : { do: 'give_up', failure: 'network' }
      return reload(tries)
    }
    if (!trouble.fatal) return { do: 'nothing' }
    if (!online) return { do: 'wait_online' }
    return reload(tries)
  }
  if (trouble.spoiled && tries.spoiled >= mostSpoiled) return { do: 'give_up', failure: 'media' }
  if (!trouble.fatal) return { do: 'nothing' }
  return trouble.kind === 'media' && tries.rebuilds < mostRebuilds
    ? { do: 'rebuild' }
    : { do: 'give_up', failure: 'media' }
}

const reload = ({ reloads }: RecoveryAttempts): RecoveryAction =>
  reloads < mostReloads
    ? { do: 'reload', after: 1000 * 2 ** reloads }
    : { do: 'give_up', failure: 'network' }

/** Milliseconds of waiting in which neither picture nor buffer moves on, until it counts as broken. */
export const stallTimeoutMs = 25_000

/**
 * The last resort: whatever went wrong and told nobody, nobody looks at a turning ring for ever. Offline it
 * waits on. Returns how to stop.
 */
export function watchForStall(facts: FactStore<MediaState>): () => void {
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
        stallTimeoutMs,
      )
  }
  look()
  const stop = facts.subscribe(look)
  return () => {
    stop()
    clearTimeout(timer)
  }
}
