import { expect, test } from 'vitest'
import { decideStream, type StreamRow, streamTtlMs } from './stream-limit.ts'

const now = '2026-05-01T12:00:00.000Z'
const tab = (name: string) => `a-tab-of-this-test-${name}`

const streamRow = (id: number, more: Partial<StreamRow> = {}): StreamRow => ({
  id,
  player: tab(String(id)),
  episode_id: 1,
  device: '',
  is_this_browser: false,
  is_yielded: false,
  position: null,
  series_title: '',
  episode_number: null,
  episode_title: '',
  started_at: `2026-05-01T11:${10 + id}:00.000Z`,
  expires_at: '2026-05-01T12:00:30.000Z',
  ...more,
})
const over = { expires_at: now }

/** Current rows, request, maximum number of streams, and the ids of the ended rows; null if refused. */
const cases: [
  string,
  StreamRow[],
  { player: string; take_over?: number },
  number,
  number[] | null,
][] = [
  ['takes a slot without other streams', [], { player: tab('9') }, 1, []],
  ['refuses beside another stream', [streamRow(1)], { player: tab('9') }, 1, null],
  ['takes its own slot again', [streamRow(1)], { player: tab('1') }, 1, []],
  ['replaces an expired slot', [streamRow(1, over)], { player: tab('9') }, 1, [1]],
  ['keeps an expired row beside a free slot', [streamRow(1, over)], { player: tab('9') }, 2, []],
  [
    'ends the row that expired first, and no more than needed',
    [streamRow(1, over), streamRow(2, { expires_at: '2026-05-01T11:00:00.000Z' }), streamRow(3)],
    { player: tab('9') },
    3,
    [2],
  ],
  [
    'ends expired rows as well on take-over',
    [streamRow(1, over), streamRow(2), streamRow(3)],
    { player: tab('9'), take_over: 2 },
    2,
    [1, 2],
  ],
  [
    'keeps two expired rows beside free slots',
    [streamRow(1, over), streamRow(2, over)],
    { player: tab('9') },
    4,
    [],
  ],
  [
    'ends the lower id of two rows that expired at the same instant',
    [streamRow(2, over), streamRow(1, over), streamRow(3)],
    { player: tab('9') },
    3,
    [1],
  ],
  [
    'ends lower ids first among rows that began at the same instant',
    [3, 2, 1, 4].map((id) => streamRow(id, { started_at: '2026-05-01T11:00:00.000Z' })),
    { player: tab('9'), take_over: 4 },
    2,
    [4, 1, 2],
  ],
  ['takes a second slot', [streamRow(1)], { player: tab('9') }, 2, []],
  ['takes a slot over', [streamRow(1)], { player: tab('9'), take_over: 1 }, 1, [1]],
  [
    'ends the stream of take_over',
    [streamRow(1), streamRow(2)],
    { player: tab('9'), take_over: 2 },
    2,
    [2],
  ],
  [
    'refuses a take_over that has ended',
    [streamRow(1)],
    { player: tab('9'), take_over: 7 },
    1,
    null,
  ],
  [
    'ignores a take_over that has ended beside a free slot',
    [],
    { player: tab('9'), take_over: 7 },
    1,
    [],
  ],
  [
    'ends as many streams as a smaller plan requires, the earliest first',
    [streamRow(3), streamRow(1), streamRow(2), streamRow(4)],
    { player: tab('9'), take_over: 3 },
    2,
    [3, 1, 2],
  ],
]
test.each(cases)('%s', (_, streams, request, maxStreams, expected) => {
  const decision = decideStream(streams, request, maxStreams, new Date(now))
  expect(decision.kind === 'admit' ? decision.ended.map(({ id }) => id) : null).toEqual(expected)
})

test('holds a slot for a minute after the last progress', () => {
  expect(streamTtlMs).toBe(60_000)
})
