import type { ActiveStream } from '#contract/problem.ts'

/** How long a slot is held after the last progress, in ms. */
export const streamTtlMs = 60_000

/** A row of `active_streams`. An expired row (`expires_at` has passed) stays until another player needs its slot. */
export type StreamRow = ActiveStream & {
  player: string
  episode_id: number
  expires_at: string
  is_yielded: boolean
  /** The last playhead that was reported, in seconds. */
  position: number | null
}

/** Reads how many films a member may play concurrently: the plan's limit, 1 without a plan. */
export type ReadStreamLimit = (member_id: number, now: Date) => Promise<number>

type SlotRequest = { player: string; take_over?: number | undefined }

export type StreamDecision =
  | { kind: 'admit'; ended: readonly StreamRow[] }
  | { kind: 'refuse'; playing: readonly StreamRow[] }

/**
 * Decides whether a player takes one of `maxStreams` slots, and which rows are removed for it, so that a member never has
 * more than `maxStreams` rows: first expired ones, by `expires_at`, then, with `take_over`, the given one and those that
 * began earliest. The player's own row does not count.
 */
export function decideStream(
  streams: readonly StreamRow[],
  { player, take_over }: SlotRequest,
  maxStreams: number,
  now: Date,
): StreamDecision {
  const others = streams.filter((stream) => stream.player !== player)
  const isExpired = (stream: StreamRow) => Date.parse(stream.expires_at) <= now.getTime()
  const playing = others
    .filter((stream) => !isExpired(stream))
    .toSorted((a, b) => a.started_at.localeCompare(b.started_at) || a.id - b.id)
  const expired = others
    .filter(isExpired)
    .toSorted((a, b) => a.expires_at.localeCompare(b.expires_at) || a.id - b.id)
  const surplus = Math.max(0, playing.length - (maxStreams - 1))
  if (surplus === 0)
    return { kind: 'admit', ended: expired.slice(0, Math.max(0, others.length - (maxStreams - 1))) }
  const named = playing.filter((stream) => stream.id === take_over)
  // `take_over` is absent or has ended meanwhile, so the member chooses among the current streams.
  if (named.length === 0) return { kind: 'refuse', playing }
  const earlier = playing.filter((stream) => stream.id !== take_over)
  return { kind: 'admit', ended: [...expired, ...[...named, ...earlier].slice(0, surplus)] }
}
