import { describe, expect, it } from 'vitest'
import { addPathways, isEdgeFolder, resolveKeyUrls } from './edge-delivery.ts'

describe('isEdgeFolder', () => {
  const session = { kind: 'session', session_id: 7, max_height: 1080 } as const
  const preview = { kind: 'preview', max_height: 720 } as const
  const studio = { kind: 'studio', session_id: 7 } as const
  it.each([
    ['free films', { kind: 'public' } as const, false, true],
    ['films that became free while encrypted', { kind: 'public' } as const, true, true],
    ['sold films', session, true, true],
    ['previews of sold films', preview, true, true],
    ['free films of verified adults', session, false, false],
    ['previews of films that are not encrypted', preview, false, false],
    ['films in the studio', studio, true, false],
    ['free films in the studio', studio, false, false],
  ])('of %s', (_, audience, is_encrypted, expected) => {
    expect(isEdgeFolder(audience, is_encrypted)).toBe(expected)
  })
})

const head = ['#EXTM3U', '#EXT-X-VERSION:7']
const audio = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="a",URI="audio/index.m3u8"'
const captions = '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="b",URI="captions/ko.m3u8"'
const variant = (height: number) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${height},AUDIO="audio",SUBTITLES="captions"`
const main = [...head, audio, captions, variant(360), 'v360/index.m3u8', variant(720)]
  .concat('v720/index.m3u8', '')
  .join('\n')

describe('addPathways', () => {
  it('lists each rendition and its sound once for each cache, and captions once', () => {
    const bases = ['https://a.example/media/t/5/', 'https://b.example/media/t/5/']
    expect(addPathways(main, bases).split('\n')).toEqual([
      ...head,
      captions,
      ...bases.flatMap((base, index) => {
        const id = index + 1
        const streamOf = (height: number) =>
          `#EXT-X-STREAM-INF:BANDWIDTH=${height},AUDIO="audio-${id}",SUBTITLES="captions",PATHWAY-ID="${id}"`
        return [
          `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio-${id}",NAME="a",URI="${base}audio/index.m3u8"`,
          streamOf(360),
          `${base}v360/index.m3u8`,
          streamOf(720),
          `${base}v720/index.m3u8`,
        ]
      }),
      '',
    ])
  })
})

describe('resolveKeyUrls', () => {
  it('makes keys absolute and leaves segments relative', () => {
    const playlist = ['#EXTM3U', '#EXT-X-MAP:URI="init.mp4"']
      .concat('#EXT-X-KEY:METHOD=AES-128,URI="../keys/v720/1.key"', '#EXTINF:4,', '1/00001.m4s')
      .join('\n')
    expect(resolveKeyUrls(playlist, 'https://site.example/media/t/5p/v720/index.m3u8')).toBe(
      playlist.replace('../', 'https://site.example/media/t/5p/'),
    )
  })
})
