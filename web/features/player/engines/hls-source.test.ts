import { describe, expect, it } from 'vitest'
import { estimateBandwidth, renditionForScreen } from './hls-source.ts'

const file = (transferSize: number, ms: number) => ({
  transferSize,
  responseStart: 100,
  responseEnd: 100 + ms,
})

describe('estimateBandwidth', () => {
  it('is that of the fastest file that the page has loaded', () => {
    expect(estimateBandwidth([file(100_000, 1_000), file(100_000, 500)])).toBe(1.6e6 * 0.7)
    expect(estimateBandwidth([file(120_000, 2)])).toBeGreaterThan(100e6)
  })

  it('ignores files that one round trip brings, and files of the cache', () => {
    const files = [file(5_000, 1), file(0, 0)]
    expect(estimateBandwidth(files, { downlink: 10 })).toBe(7e6)
    expect(estimateBandwidth(files)).toBe(1.4e6)
  })

  it('is that of a slow line with data saving, and never less', () => {
    expect(estimateBandwidth([file(120_000, 2)], { saveData: true })).toBe(5e5)
    expect(estimateBandwidth([file(40_000, 4_000)])).toBe(5e5)
  })
})

describe('renditionForScreen', () => {
  const levels = [360, 540, 720, 1080].map((height) => ({ width: (height * 16) / 9, height }))
  it.each([
    [{ width: 1440, height: 900 }, 3],
    [{ width: 720, height: 1600 }, 1],
    [{ width: 768, height: 1024 }, 1],
    [{ width: 3840, height: 2160 }, -1],
  ])('of %o is rendition %d', (screen, index) => {
    expect(renditionForScreen(levels, screen)).toBe(index)
  })
})
