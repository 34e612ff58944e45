import type { Markers } from '#contract/contents/playback.ts'
import { useEffect } from 'react'

/** The card counts this many seconds of film before it goes on by itself. */
export const countdownSeconds = 10

/** When the card comes: at the ending, or 10 s before the end (D-43). Seconds; never before the start. */
export function nextCardStart(duration: number, markers: Markers): number {
  const last = Math.max(0, duration - countdownSeconds)
  return markers.ending_start === null ? last : Math.min(markers.ending_start, last)
}

type NextCard =
  | { shown: false }
  /** `seconds_left` is null where it waits for a press. */
  | { shown: true; seconds_left: number | null; go: boolean }

/**
 * The card at a moment. `appeared_at` is the film time at which it was first seen (null before), so that a
 * jump into the ending still gets its whole countdown. A locked episode, or one that should ask first,
 * never goes by itself.
 */
export function nextEpisodeCardState(now: {
  time: number
  duration: number
  ended: boolean
  markers: Markers
  appeared_at: number | null
  cancelled: boolean
  waits: boolean
}): NextCard {
  if (now.duration === 0) return { shown: false }
  const due = now.ended || now.time >= nextCardStart(now.duration, now.markers)
  if (!due || now.cancelled) return { shown: false }
  if (now.waits) return { shown: true, seconds_left: null, go: false }
  const passed = now.appeared_at === null ? 0 : Math.max(0, now.time - now.appeared_at)
  const left = now.ended ? 0 : Math.max(0, Math.ceil(countdownSeconds - passed))
  return { shown: true, seconds_left: left, go: left === 0 }
}

/** After this many episodes that began by themselves, the player asks before the next (D-43). */
const episodes = 3

/** Episodes that began by themselves since somebody last pressed anything, after one more began. */
export function countAutoplayed(count: number, by: 'hand' | 'itself'): number {
  return by === 'hand' ? 0 : count + 1
}

/** Whether 아직 시청 중이신가요? comes before the next. */
export function shouldAskStillWatching(count: number): boolean {
  return count >= episodes
}

/** Any press is somebody watching, wherever the focus is. */
export function useUserInteraction(press: () => void): void {
  useEffect(() => {
    addEventListener('pointerdown', press)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('keydown', press)
    }
  }, [press])
}
