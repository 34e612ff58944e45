import type { ActiveStream } from '#contract/problem.ts'

/** D-46: how long a slot is held after the last progress, in ms. */
export const streamTtlMs = 60_000

/** A row of `streams`. One whose `ends_at` has passed stands until another player needs its slot. */
export type StreamRow = ActiveStream & {
  player: string
  episode_id: number
  ends_at: string
  is_yielded: boolean
  /** The last playhead that was reported, in seconds. */
  position: number | null
}

/** How many films a member may play at once: the plan's number, 1 without one. Answered by `transactions`. */
export type ReadStreamLimit = (member_id: number, now: Date) => Promise<number>

type Asked = { player: string; take_over?: number | undefined }

export type StreamDecision =
  | { takes: true; ended: readonly StreamRow[] }
  | { takes: false; playing: readonly StreamRow[] }

/**
 * Decides whether a player takes one of `most` slots, and which rows are removed for it, so that there are never more
 * than `most`: first those whose time is over, the longest ago first, then, with `take_over`, the named one and those
 * that began first. The player's own row is never in the way.
 */
export function decideStream(
  standing: readonly StreamRow[],
  { player, take_over }: Asked,
  most: number,
  now: Date,
): StreamDecision {
  const others = standing.filter((one) => one.player !== player)
  const isOver = (one: StreamRow) => Date.parse(one.ends_at) <= now.getTime()
  const playing = others
    .filter((one) => !isOver(one))
    .toSorted((a, b) => a.began_at.localeCompare(b.began_at) || a.id - b.id)
  const over = others
    .filter(isOver)
    .toSorted((a, b) => a.ends_at.localeCompare(b.ends_at) || a.id - b.id)
  const surplus = Math.max(0, playing.length - (most - 1))
  if (surplus === 0)
    return { takes: true, ended: over.slice(0, Math.max(0, others.length - (most - 1))) }
  const named = playing.filter((one) => one.id === take_over)
  // None is named, or it has ended meanwhile: the member decides by what plays now.
  if (named.length === 0) return { takes: false, playing }
  const first = playing.filter((one) => one.id !== take_over)
  return { takes: true, ended: [...over, ...[...named, ...first].slice(0, surplus)] }
}
