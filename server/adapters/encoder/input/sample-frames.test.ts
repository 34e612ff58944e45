import { expect, test } from 'vitest'
import { fieldOrder } from './sample-frames.ts'

const frames = (tff: number, bff: number, progressive: number) => ({ tff, bff, progressive })

test.for<[string, ...Parameters<typeof fieldOrder>, ReturnType<typeof fieldOrder>]>([
  ['a flagged broadcast', frames(80, 0, 0), frames(80, 0, 0), 'tff'],
  ['DV', frames(0, 80, 0), frames(0, 70, 10), 'bff'],
  ['progressive film in an interlaced stream', frames(80, 0, 0), frames(2, 1, 77), null],
  ['interlaced film in a progressive stream', frames(0, 0, 80), frames(60, 2, 18), 'tff'],
  ['a wrong order of fields', frames(80, 0, 0), frames(0, 60, 4), 'bff'],
  ['telecined film', frames(32, 0, 48), frames(24, 0, 36), 'tff'],
  ['progressive film with a few doubtful frames', frames(0, 0, 80), frames(6, 5, 69), null],
  ['a still picture in an interlaced stream', frames(80, 0, 0), frames(0, 0, 0), 'tff'],
  ['a still picture in a progressive stream', frames(0, 0, 80), frames(0, 0, 0), null],
])('decides about %s', ([, flagged, seen, expected]) => {
  expect(fieldOrder(flagged, seen)).toBe(expected)
})
