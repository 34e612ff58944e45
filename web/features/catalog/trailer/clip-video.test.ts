import { describe, expect, it } from 'vitest'
import { selectClipSegments } from './clip-video.tsx'

const playlist = `#EXTM3U
#EXT-X-MAP:URI="init.mp4"
#EXTINF:4.000000,
00000.m4s
#EXTINF:4.000000,
00001.m4s
#EXTINF:4.000000,
00002.m4s
#EXTINF:1.500000,
00003.m4s
#EXT-X-ENDLIST
`
const select = (start: number) =>
  selectClipSegments(playlist, '/media/token/1/v360/index.m3u8', { start, seconds: 8 })

describe('selectClipSegments', () => {
  it.each([
    [0, 0, ['00000', '00001']],
    [3.9, 0, ['00000', '00001']],
    [4, 4, ['00001', '00002']],
    [5.5, 4, ['00001', '00002']],
    [9, 8, ['00002', '00003']],
  ])('starts a clip at %d with the segment at %d', (start, first, names) => {
    expect(select(start)).toEqual({
      start: first,
      urls: ['init.mp4', ...names.map((name) => `${name}.m4s`)].map(
        (name) => `/media/token/1/v360/${name}`,
      ),
    })
  })
})
