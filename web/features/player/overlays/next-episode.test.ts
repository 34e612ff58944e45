import { expect, test } from 'vitest'
import { nextCardStart, nextEpisodeCardState } from './next-episode.ts'
import { canPlayEpisode } from '#web/session/episode-access.ts'
import { isInOpening } from '#web/features/player/controls/chapters.ts'

const none = { opening: null, ending_start: null }
const marked = { opening: { start: 5, end: 35 }, ending_start: 80 }

test('the card comes at the ending, or 10 s before the end, whichever is first', () => {
  expect(nextCardStart(100, none)).toBe(90)
  expect(nextCardStart(100, marked)).toBe(80)
  expect(nextCardStart(100, { opening: null, ending_start: 97 })).toBe(90)
  expect(nextCardStart(6, none)).toBe(0)
})

const now = {
  time: 90,
  duration: 100,
  ended: false,
  markers: none,
  appeared_at: null,
  cancelled: false,
  waits: false,
}

test('it counts ten seconds of film, from when it was seen', () => {
  expect(nextEpisodeCardState({ ...now, time: 89.9 })).toEqual({ shown: false })
  expect(nextEpisodeCardState(now)).toEqual({ shown: true, seconds_left: 10, go: false })
  expect(nextEpisodeCardState({ ...now, time: 93.5, appeared_at: 90 })).toEqual({
    shown: true,
    seconds_left: 7,
    go: false,
  })
  expect(nextEpisodeCardState({ ...now, time: 100, appeared_at: 90 })).toEqual({
    shown: true,
    seconds_left: 0,
    go: true,
  })
  // Whoever jumps into the ending still gets the whole countdown.
  expect(
    nextEpisodeCardState({ ...now, markers: marked, time: 86, appeared_at: 86 }),
  ).toMatchObject({
    seconds_left: 10,
  })
})

test('the end of the film ends the countdown', () => {
  expect(nextEpisodeCardState({ ...now, time: 100, appeared_at: 98, ended: true })).toMatchObject({
    go: true,
  })
})

test('a cancelled card stays away, a locked episode never goes by itself', () => {
  expect(nextEpisodeCardState({ ...now, cancelled: true })).toEqual({ shown: false })
  expect(
    nextEpisodeCardState({ ...now, time: 100, ended: true, waits: true, appeared_at: 90 }),
  ).toEqual({
    shown: true,
    seconds_left: null,
    go: false,
  })
})

test('before its length is known a film has no end', () => {
  expect(nextEpisodeCardState({ ...now, duration: 0, time: 0 })).toEqual({ shown: false })
})

test('the opening can be skipped while there is something to skip', () => {
  expect([4.9, 5, 33.9, 34.5, 35].map((time) => isInOpening(time, marked))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  expect(isInOpening(10, none)).toBe(false)
})

test.each([
  ['a free one, whoever asks', true, undefined, true],
  ['a sold one, to a visitor', false, undefined, false],
  ['a sold one that is his', false, 'owned', true],
  ['a sold one that his plan has', false, 'subscribed', true],
  ['a sold one that he has no right to', false, 'locked', false],
] as const)('%s', (_, is_free, access, expected) => {
  const mine = { progress: 0, is_completed: false, like_id: null, review: null }
  const side = access && { episodes: [{ id: 7, access, ...mine }] }
  expect(canPlayEpisode({ id: 7, is_free }, side)).toBe(expected)
})
