import { expect, test } from 'vitest'
import { decideStream, type StreamRow, streamTtlMs } from './stream-limit.ts'

const now = '2026-05-01T12:00:00.000Z'
const tab = (name: string) => `a-tab-of-this-test-${name}`

const standing = (id: number, more: Partial<StreamRow> = {}): StreamRow => ({
  ...{ id, player: tab(String(id)), episode_id: 1, device: '', is_this_browser: false },
  ...{ is_yielded: false, position: null },
  ...{ series_title: '', episode_number: null, episode_title: '' },
  ...{ began_at: `2026-05-01T11:${10 + id}:00.000Z`, ends_at: '2026-05-01T12:00:30.000Z' },
  ...more,
})
const over = { ends_at: now }

/** Those that stand, what is asked, the number of places, and who gives way; null where there is no place. */
const cases: [
  string,
  StreamRow[],
  { player: string; take_over?: number },
  number,
  number[] | null,
][] = [
  ['nobody plays', [], { player: tab('9') }, 1, []],
  ['another plays', [standing(1)], { player: tab('9') }, 1, null],
  ['its own place', [standing(1)], { player: tab('1') }, 1, []],
  ['a place whose time is over', [standing(1, over)], { player: tab('9') }, 1, [1]],
  [
    'time over beside a free slot: the row stands',
    [standing(1, over)],
    { player: tab('9') },
    2,
    [],
  ],
  [
    'time over longest goes first, and no more than is needed',
    [standing(1, over), standing(2, { ends_at: '2026-05-01T11:00:00.000Z' }), standing(3)],
    { player: tab('9') },
    3,
    [2],
  ],
  [
    'a take-over removes those whose time is over as well',
    [standing(1, over), standing(2), standing(3)],
    { player: tab('9'), take_over: 2 },
    2,
    [1, 2],
  ],
  [
    'time over of two beside free slots: both rows stand',
    [standing(1, over), standing(2, over)],
    { player: tab('9') },
    4,
    [],
  ],
  [
    'time over at the same instant: the first row goes',
    [standing(2, over), standing(1, over), standing(3)],
    { player: tab('9') },
    3,
    [1],
  ],
  [
    'begun at the same instant: the first row gives way',
    [3, 2, 1, 4].map((id) => standing(id, { began_at: '2026-05-01T11:00:00.000Z' })),
    { player: tab('9'), take_over: 4 },
    2,
    [4, 1, 2],
  ],
  ['a place beside another', [standing(1)], { player: tab('9') }, 2, []],
  ['taken over', [standing(1)], { player: tab('9'), take_over: 1 }, 1, [1]],
  [
    'the one that is named gives way',
    [standing(1), standing(2)],
    { player: tab('9'), take_over: 2 },
    2,
    [2],
  ],
  ['one that is gone is named', [standing(1)], { player: tab('9'), take_over: 7 }, 1, null],
  [
    'one that is gone is named, and there is a place',
    [],
    { player: tab('9'), take_over: 7 },
    1,
    [],
  ],
  [
    'a smaller plan: as many give way as have to, those that began first',
    [standing(3), standing(1), standing(2), standing(4)],
    { player: tab('9'), take_over: 3 },
    2,
    [3, 1, 2],
  ],
]
test.each(cases)('%s', (_, stand, asked, most, expected) => {
  const verdict = decideStream(stand, asked, most, new Date(now))
  expect(verdict.takes ? verdict.ended.map(({ id }) => id) : null).toEqual(expected)
})

test('holds a slot for a minute after the last progress', () => {
  expect(streamTtlMs).toBe(60_000)
})
