import { expect, test } from 'vitest'
import { storyboardTileAt } from './seek-preview.tsx'

const storyboard = {
  urls: ['/a.jpg', '/b.jpg'],
  interval: 2,
  columns: 3,
  rows: 2,
  tile_width: 160,
  tile_height: 90,
  count: 8,
}

test.each([
  [0, '/a.jpg', 0, 0],
  [1.9, '/a.jpg', 0, 0],
  [2, '/a.jpg', 160, 0],
  [6, '/a.jpg', 0, 90],
  [11.99, '/a.jpg', 320, 90],
  [12, '/b.jpg', 0, 0],
  [15, '/b.jpg', 160, 0],
  // Times out of range use the first or the last tile.
  [900, '/b.jpg', 160, 0],
  [-3, '/a.jpg', 0, 0],
])('%d s is on %s at %d,%d', (time, url, x, y) => {
  expect(storyboardTileAt(storyboard, time)).toEqual({ url, x, y, width: 160, height: 90 })
})

test('returns no tile without a sheet', () => {
  expect(storyboardTileAt({ ...storyboard, count: 0 }, 1)).toBeNull()
  expect(storyboardTileAt({ ...storyboard, urls: ['/a.jpg'] }, 13)).toBeNull()
})
