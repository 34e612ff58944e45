import type { Episode } from '#contract/contents/contents.ts'
import type { Markers, MemberSeries } from '#contract/contents/playback.ts'

/** The card counts this many seconds of film before it goes on by itself. */
export const countdownSeconds = 10

/** When the card comes: at the ending, or 10 s before the end (D-43). Seconds; never before the start. */
export function cardStart(duration: number, markers: Markers): number {
  const last = Math.max(0, duration - countdownSeconds)
  return markers.ending_start === null ? last : Math.min(markers.ending_start, last)
}

export type NextCard =
  | { shown: false }
  /** `seconds_left` is null where it waits for a press. */
  | { shown: true; seconds_left: number | null; go: boolean }

/**
 * The card at a moment. `appeared_at` is the film time at which it was first seen (null before), so that a
 * jump into the ending still gets its whole countdown. A locked episode, or one that should ask first,
 * never goes by itself.
 */
export function nextCard(now: {
  time: number
  duration: number
  ended: boolean
  markers: Markers
  appeared_at: number | null
  cancelled: boolean
  waits: boolean
}): NextCard {
  if (now.duration === 0) return { shown: false }
  const due = now.ended || now.time >= cardStart(now.duration, now.markers)
  if (!due || now.cancelled) return { shown: false }
  if (now.waits) return { shown: true, seconds_left: null, go: false }
  const passed = now.appeared_at === null ? 0 : Math.max(0, now.time - now.appeared_at)
  const left = now.ended ? 0 : Math.max(0, Math.ceil(countdownSeconds - passed))
  return { shown: true, seconds_left: left, go: left === 0 }
}

/** Whether an episode plays for who is here: a free one does, another where the member's side of its series says so. */
export function isOpen(
  { id, is_free }: Pick<Episode, 'id' | 'is_free'>,
  side: Pick<MemberSeries, 'episodes'> | undefined,
): boolean {
  if (is_free) return true
  const mine = side?.episodes.find((episode) => episode.id === id)
  return mine !== undefined && mine.access !== 'locked'
}

/** Whether 오프닝 건너뛰기 is offered: inside the opening, but not in its last second. */
export function inOpening(time: number, markers: Markers): boolean {
  const { opening } = markers
  return opening !== null && time >= opening.start && time < opening.end - 1
}
