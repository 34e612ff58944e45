import { expect, test } from 'vitest'
import { nextCardStart, nextEpisodeCardState } from './next-episode.tsx'
import { canPlayEpisode } from '#web/session/use-member-content.ts'
import { isInOpening } from '#web/features/player/controls/chapters.ts'

const noMarkers = { opening: null, ending_start: null }
const withMarkers = { opening: { start: 5, end: 35 }, ending_start: 80 }

test('the card appears at the ending, or 10 s and at most 15 % of the film before the end', () => {
  expect(nextCardStart(100, withMarkers)).toBe(80)
  expect(nextCardStart(100, { opening: null, ending_start: 97 })).toBe(97)
  expect(nextCardStart(100, noMarkers)).toBe(90)
  expect(nextCardStart(40, noMarkers)).toBe(34)
})

const now = {
  time: 90,
  duration: 100,
  ended: false,
  markers: noMarkers,
  appeared_at: null,
  is_cancelled: false,
  is_waiting: false,
}

test('counts down ten seconds of media time from its first appearance', () => {
  expect(nextEpisodeCardState({ ...now, time: 89.9 })).toEqual({ is_shown: false })
  expect(nextEpisodeCardState(now)).toEqual({
    is_shown: true,
    seconds_left: 10,
    should_play: false,
  })
  expect(nextEpisodeCardState({ ...now, time: 93.5, appeared_at: 90 })).toEqual({
    is_shown: true,
    seconds_left: 7,
    should_play: false,
  })
  expect(nextEpisodeCardState({ ...now, time: 100, appeared_at: 90 })).toEqual({
    is_shown: true,
    seconds_left: 0,
    should_play: true,
  })
  // A seek into the ending gets the full countdown.
  expect(
    nextEpisodeCardState({ ...now, markers: withMarkers, time: 86, appeared_at: 86 }),
  ).toMatchObject({
    seconds_left: 10,
  })
})

test('counts down the seconds that the film still has', () => {
  const short = { ...now, duration: 20, appeared_at: 17 }
  expect(nextEpisodeCardState({ ...short, time: 17 })).toMatchObject({ seconds_left: 3 })
  expect(nextEpisodeCardState({ ...short, time: 19.5 })).toMatchObject({ seconds_left: 1 })
})

test('the end of the video ends the countdown', () => {
  expect(nextEpisodeCardState({ ...now, time: 100, appeared_at: 98, ended: true })).toMatchObject({
    should_play: true,
  })
})

test('hides a cancelled card and never autoplays a locked episode', () => {
  expect(nextEpisodeCardState({ ...now, is_cancelled: true })).toEqual({ is_shown: false })
  expect(
    nextEpisodeCardState({ ...now, time: 100, ended: true, is_waiting: true, appeared_at: 90 }),
  ).toEqual({
    is_shown: true,
    seconds_left: null,
    should_play: false,
  })
})

test('hides the card while the duration is unknown', () => {
  expect(nextEpisodeCardState({ ...now, duration: 0, time: 0 })).toEqual({ is_shown: false })
})

test('offers to skip the opening, except in its last second', () => {
  expect([4.9, 5, 33.9, 34.5, 35].map((time) => isInOpening(time, withMarkers))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect(isInOpening(10, noMarkers)).toBe(false)
})

test('does not offer to skip an opening shorter than ten seconds', () => {
  const opening = { start: 2, end: 11.9 }
  expect(isInOpening(5, { opening, ending_start: null })).toBe(false)
  expect(isInOpening(5, { opening: { start: 2, end: 12 }, ending_start: null })).toBe(true)
})

test.each([
  ['a free episode plays for anyone', true, undefined, true],
  ['a paid episode is locked for visitors', false, undefined, false],
  ['an owned episode plays', false, 'owned', true],
  ['an episode in the plan of the member plays', false, 'subscribed', true],
  ['a locked episode does not play', false, 'locked', false],
] as const)('%s', (_, is_free, access, expected) => {
  const memberState = {
    progress: 0,
    is_completed: false,
    like_id: null,
    review: null,
    rental: null,
  }
  const memberSeries = access && { episodes: [{ id: 7, access, ...memberState }] }
  expect(canPlayEpisode({ id: 7, is_free }, memberSeries)).toBe(expected)
})
