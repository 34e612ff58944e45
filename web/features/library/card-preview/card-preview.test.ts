import { expect, test } from 'vitest'
import { placeOver } from './card-preview.tsx'

const view = { width: 1440, height: 900 }
const size = { width: 352, height: 400 }

test.each([
  ['is centred on a card', { left: 600, top: 300, width: 192, height: 340 }, 520, 270],
  ['stays inside at the left edge', { left: 60, top: 300, width: 192, height: 340 }, 8, 270],
  ['stays inside at the right edge', { left: 1300, top: 300, width: 192, height: 340 }, 1080, 270],
  ['stays inside at the bottom', { left: 600, top: 800, width: 192, height: 340 }, 520, 492],
  ['stays inside at the top', { left: 600, top: -300, width: 192, height: 340 }, 520, 8],
])('%s', (_, card, left, top) => {
  expect(placeOver(card, size, view)).toEqual({ left, top })
})
