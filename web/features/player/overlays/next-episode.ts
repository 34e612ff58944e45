import type { Markers } from '#contract/contents/playback.ts'
import { useEffect } from 'react'

/** Countdown in seconds of media time before the next episode starts. */
export const countdownSeconds = 10

/** Returns when the card appears, in seconds: at the ending or 10 s before the end, whichever is first (D-43). */
export function nextCardStart(duration: number, markers: Markers): number {
  const countdownStart = Math.max(0, duration - countdownSeconds)
  return markers.ending_start === null
    ? countdownStart
    : Math.min(markers.ending_start, countdownStart)
}

type NextEpisodeCardState =
  | { is_shown: false }
  /** `seconds_left` is null while the card waits for a click. */
  | { is_shown: true; seconds_left: number | null; should_play: boolean }

/**
 * Returns the card's state. `appeared_at` is the media time at which it was first visible (null before), so that a
 * seek into the ending still gets the full countdown. A locked episode, or the still-watching prompt, never starts on
 * its own.
 */
export function nextEpisodeCardState(now: {
  time: number
  duration: number
  ended: boolean
  markers: Markers
  appeared_at: number | null
  is_cancelled: boolean
  is_waiting: boolean
}): NextEpisodeCardState {
  if (now.duration === 0) return { is_shown: false }
  const isDue = now.ended || now.time >= nextCardStart(now.duration, now.markers)
  if (!isDue || now.is_cancelled) return { is_shown: false }
  if (now.is_waiting) return { is_shown: true, seconds_left: null, should_play: false }
  const elapsed = now.appeared_at === null ? 0 : Math.max(0, now.time - now.appeared_at)
  const seconds_left = now.ended ? 0 : Math.max(0, Math.ceil(countdownSeconds - elapsed))
  return { is_shown: true, seconds_left, should_play: seconds_left === 0 }
}

/** The still-watching prompt appears after this many autoplayed episodes (D-43). */
const maxAutoplayed = 3

/** Counts autoplayed episodes since the last user interaction, after one more started. */
export function countAutoplayed(count: number, trigger: 'user' | 'autoplay'): number {
  return trigger === 'user' ? 0 : count + 1
}

/** Whether 아직 시청 중이신가요? appears before the next episode. */
export function shouldAskStillWatching(count: number): boolean {
  return count >= maxAutoplayed
}

/** Calls back on any click or key anywhere on the page. */
export function useUserInteraction(onInteraction: () => void): void {
  useEffect(() => {
    addEventListener('pointerdown', onInteraction)
    addEventListener('keydown', onInteraction)
    return () => {
      removeEventListener('pointerdown', onInteraction)
      removeEventListener('keydown', onInteraction)
    }
  }, [onInteraction])
}
