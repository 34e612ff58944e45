import type { Stream } from '#contract/problems.ts'

/** D-46: how long a place is held after the last word from it, in ms. */
export const streamLasts = 60_000

/** A place as its row says. */
export type Standing = Stream & { player: string; episode_id: number; ends_at: string }

/** How many films a member may play at once: his plan's number, 1 without one. The domain of money knows. */
export type StreamsOf = (member_id: number, now: Date) => Promise<number>

type Asked = { player: string; take_over?: number | undefined }

export type StreamVerdict =
  | { takes: true; ended: readonly Standing[] }
  | { takes: false; playing: readonly Standing[] }

/**
 * Whether a player takes a place among `most`, and which of those that stand are ended for it: those whose time is
 * over, and, where it asked for that, the one it named and then those that began first. Its own is in nobody's way.
 */
export function decideStream(
  standing: readonly Standing[],
  { player, take_over }: Asked,
  most: number,
  now: Date,
): StreamVerdict {
  const others = standing.filter((one) => one.player !== player)
  const isOver = (one: Standing) => Date.parse(one.ends_at) <= now.getTime()
  const playing = others
    .filter((one) => !isOver(one))
    .toSorted((a, b) => a.began_at.localeCompare(b.began_at) || a.id - b.id)
  const over = others.filter(isOver)
  const surplus = Math.max(0, playing.length - (most - 1))
  if (surplus === 0) return { takes: true, ended: over }
  if (take_over === undefined) return { takes: false, playing }
  const named = playing.filter((one) => one.id === take_over)
  // Who named one that has ended meanwhile decides again, by what plays now.
  if (named.length === 0) return { takes: false, playing }
  const first = playing.filter((one) => one.id !== take_over)
  return { takes: true, ended: [...over, ...[...named, ...first].slice(0, surplus)] }
}
