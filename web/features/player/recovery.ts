/** What went wrong, in the engine's own words reduced to what decides the answer. */
export type Trouble = {
  readonly kind: 'network' | 'media' | 'other'
  /** The engine has given up by itself; it goes on alone otherwise. */
  readonly fatal: boolean
  /** A segment arrived and could not be read; the engine tries other rungs, and would try for ever. */
  readonly spoiled?: boolean
  /** HTTP status of the refused request, if there was one. */
  readonly status: number | undefined
}

export type Remedy =
  /** The engine is still trying. */
  | { readonly do: 'nothing' }
  /** The grant in the address ended: ask for the video again. */
  | { readonly do: 'renew' }
  /** Go on when the browser says `online`. */
  | { readonly do: 'wait_online' }
  /** Load again after this many milliseconds. */
  | { readonly do: 'reload'; readonly after: number }
  /** Rebuild the decoder where it stands. */
  | { readonly do: 'rebuild' }
  | { readonly do: 'give_up'; readonly failure: 'network' | 'media' }

/** Tries since something last arrived. */
export type Tries = {
  readonly reloads: number
  readonly rebuilds: number
  readonly renewals: number
  readonly spoiled: number
}
export const noTries: Tries = { reloads: 0, rebuilds: 0, renewals: 0, spoiled: 0 }

const mostReloads = 4
const mostRebuilds = 2
const mostRenewals = 2
const mostSpoiled = 6

/**
 * Decides what to do about trouble while playing. Every road is bounded by `tries`, which the caller sets
 * back to zero when media arrives again. 401, 403 and 410 are what a media address answers when its grant
 * has ended (D-41); 404 is what it answers when the film was packed anew.
 */
export function remedyFor(trouble: Trouble, tries: Tries, online: boolean): Remedy {
  if (trouble.kind === 'network') {
    if (trouble.status !== undefined && [401, 403, 404, 410].includes(trouble.status)) {
      return tries.renewals < mostRenewals ? { do: 'renew' } : { do: 'give_up', failure: 'network' }
    }
    if (!trouble.fatal) return { do: 'nothing' }
    if (!online) return { do: 'wait_online' }
    return tries.reloads < mostReloads
      ? { do: 'reload', after: 1000 * 2 ** tries.reloads }
      : { do: 'give_up', failure: 'network' }
  }
  if (trouble.spoiled && tries.spoiled >= mostSpoiled) return { do: 'give_up', failure: 'media' }
  if (!trouble.fatal) return { do: 'nothing' }
  return trouble.kind === 'media' && tries.rebuilds < mostRebuilds
    ? { do: 'rebuild' }
    : { do: 'give_up', failure: 'media' }
}
