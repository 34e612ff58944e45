import fc from '#test/runner/fast-check.ts'
import { expect, test } from 'vitest'
import { bitrateLadder } from './bitrate-ladder.ts'
import { roundFrameRate } from '../input/probe.ts'

const frame_rate = { num: 30, den: 1 }
const sizes = (width: number, height: number) =>
  bitrateLadder({ width, height, frame_rate }).map(
    (rung) => `${rung.rung}: ${rung.width}x${rung.height}`,
  )

test.for<[string, number, number, string[]]>([
  [
    '4K',
    3840,
    2160,
    ['360: 640x360', '540: 960x540', '720: 1280x720', '1080: 1920x1080', '2160: 3840x2160'],
  ],
  [
    '1440p',
    2560,
    1440,
    ['360: 640x360', '540: 960x540', '720: 1280x720', '1080: 1920x1080', '1440: 2560x1440'],
  ],
  [
    'a little above 1080p',
    2048,
    1152,
    ['360: 640x360', '540: 960x540', '720: 1280x720', '1080: 1920x1080'],
  ],
  ['1080p', 1920, 1080, ['360: 640x360', '540: 960x540', '720: 1280x720', '1080: 1920x1080']],
  ['vertical', 1080, 1920, ['360: 360x640', '540: 540x960', '720: 720x1280', '1080: 1080x1920']],
  ['cinema', 1920, 804, ['360: 640x268', '540: 960x402', '720: 1280x536', '1080: 1920x804']],
  ['old television', 720, 540, ['360: 480x360', '540: 720x540']],
  ['between two rungs', 854, 480, ['360: 640x360', '480: 854x480']],
  ['under the lowest', 320, 240, ['240: 320x240']],
])('%s', ([, width, height, expected]) => {
  expect(sizes(width, height)).toEqual(expected)
})

test('creates even, ascending rungs in the source aspect ratio, never above the source', () => {
  const side = fc.integer({ min: 16, max: 8192 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const rungs = bitrateLadder({ width, height, frame_rate })
      expect(rungs.length).toBeGreaterThan(0)
      const widths = rungs.map((rung) => rung.width)
      expect(widths).toEqual(widths.toSorted((a, b) => a - b))
      for (const rung of rungs) {
        expect((rung.width % 2) + (rung.height % 2)).toBe(0)
        expect(rung.width).toBeLessThanOrEqual(width)
        expect(rung.height).toBeLessThanOrEqual(height)
        const drift = Math.abs(rung.width * height - rung.height * width)
        expect(drift).toBeLessThanOrEqual(2 * Math.max(width, height))
      }
    }),
  )
})

test.for<[number, number, number]>([
  [23.976, 24000, 1001],
  [29.97, 30000, 1001],
  [30.02, 30, 1],
  [59.94, 60000, 1001],
  [119.88, 60000, 1001],
  [144, 36, 1],
  [1000, 60, 1],
  [15, 15, 1],
  [2, 10, 1],
  [Number.NaN, 30, 1],
])('converts %d frames per second to %d/%d', ([measured, num, den]) => {
  expect(roundFrameRate(measured)).toEqual({ num, den })
})
