import { expect, test } from 'vitest'
import { storyboardTileAt } from './storyboard-tile.ts'

const storyboard = {
  urls: ['/a.webp', '/b.webp'],
  interval: 2,
  columns: 3,
  rows: 2,
  tile_width: 160,
  tile_height: 90,
  count: 8,
}

test.each([
  [0, '/a.webp', '0% 0%'],
  [1.9, '/a.webp', '0% 0%'],
  [2, '/a.webp', '50% 0%'],
  [6, '/a.webp', '0% 100%'],
  [11.99, '/a.webp', '100% 100%'],
  [12, '/b.webp', '0% 0%'],
  [15, '/b.webp', '100% 0%'],
  // Times out of range use the first or the last tile.
  [900, '/b.webp', '100% 0%'],
  [-3, '/a.webp', '0% 0%'],
])('%d s is on %s at %s', (time, url, background_position) => {
  expect(storyboardTileAt(storyboard, time)).toMatchObject({ url, background_position })
})

test('scales a sheet by the tiles that it has', () => {
  const size = (count: number, time: number) =>
    storyboardTileAt({ ...storyboard, count }, time)?.background_size
  expect(size(8, 0)).toBe('300% 200%')
  // The last sheet has two tiles, in one row.
  expect(size(8, 12)).toBe('200% 100%')
  expect(size(4, 6)).toBe('300% 200%')
  expect(size(3, 0)).toBe('300% 100%')
})

test('returns no tile without a sheet', () => {
  expect(storyboardTileAt({ ...storyboard, count: 0 }, 1)).toBeNull()
  expect(storyboardTileAt({ ...storyboard, urls: ['/a.webp'] }, 13)).toBeNull()
})
