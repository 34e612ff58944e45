import { expect, test } from 'vitest'
import { formatTimecode } from '#web/lib/format.ts'
import { formatSpokenTime } from '#web/features/player/messages.ko.ts'
import { chaptersOf } from './chapters.ts'

const split = (duration: number, opening: [number, number] | null, ending_start: number | null) =>
  chaptersOf(duration, {
    opening: opening && { start: opening[0], end: opening[1] },
    ending_start,
  }).map(({ start, end, kind }) => `${start}-${end} ${kind}`)

test('splits the duration at opening and ending without gaps', () => {
  expect(split(100, null, null)).toEqual(['0-100 content'])
  expect(split(100, [5, 35], 90)).toEqual([
    '0-5 content',
    '5-35 opening',
    '35-90 content',
    '90-100 ending',
  ])
  expect(split(100, [0, 35], null)).toEqual(['0-35 opening', '35-100 content'])
  expect(split(30, [5, 35], 90)).toEqual(['0-5 content', '5-30 opening'])
  expect(split(0, [5, 35], 90)).toEqual([])
})

test.each([
  [0, 90, '0:00', '0초'],
  [200, 200, '3:20', '3분 20초'],
  [200, 3720, '0:03:20', '3분 20초'],
  [3720, 3720, '1:02:00', '1시간 2분'],
  [59.9, 90, '0:59', '59초'],
  [-1, 90, '0:00', '0초'],
])('%d of %d s is %s, spoken %s', (seconds, total, text, spoken) => {
  expect(formatTimecode(seconds, total)).toBe(text)
  expect(formatSpokenTime(seconds)).toBe(spoken)
})
