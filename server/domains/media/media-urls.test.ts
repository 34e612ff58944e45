import type { PlayableAsset } from './asset-queries.ts'
import { createMediaTokens, type MediaAudience } from '#server/shared/media-token.ts'
import { describe, expect, it } from 'vitest'
import { mediaUrls, previewUrls } from './media-urls.ts'

const tokens = createMediaTokens('a secret of this test, long enough')
const now = new Date('2026-05-01T13:00:00.000Z')
const hour = 3_600_000
const later = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()
const markers = { opening: null, ending_start: 80 }
const asset: PlayableAsset = {
  id: 5,
  duration: 90.5,
  preview_duration: 20,
  markers,
  captions: [{ language: 'ko', label: '한국어', path: 'captions/ko.vtt' }],
  storyboard: {
    paths: ['storyboard/000.webp'],
    interval: 5,
    columns: 5,
    rows: 5,
    tile_width: 160,
    tile_height: 90,
    count: 18,
  },
} as PlayableAsset

/** The audience that a URL was signed for. */
function audienceOf(url: string): MediaAudience | undefined {
  const [, , token = ''] = url.split('/')
  return tokens.verify(token, asset.id, now.getTime())
}
const folderOf = (url: string) => url.split('/').slice(3).join('/')

describe('mediaUrls', () => {
  const session: MediaAudience = { kind: 'session', session_id: 7, max_height: 1080 }

  it('signs the URLs of a film for its audience', () => {
    const video = mediaUrls(tokens, asset, session, now)
    const base = video.manifest_url.replace('/main.m3u8', '')
    expect(audienceOf(video.manifest_url)).toEqual(session)
    expect(folderOf(video.manifest_url)).toBe('5p/main.m3u8')
    expect(video).toMatchObject({
      duration: 90.5,
      markers,
      captions: [{ language: 'ko', label: '한국어', url: `${base}/captions/ko.vtt` }],
      storyboard: { urls: [`${base}/storyboard/000.webp`], interval: 5, count: 18 },
    })
  })

  it('uses the unencrypted folder of a free film, which may have no storyboard', () => {
    const free = { ...asset, preview_duration: null, storyboard: null }
    const video = mediaUrls(tokens, free, { kind: 'public' }, now)
    expect(folderOf(video.manifest_url)).toBe('5/main.m3u8')
    expect(video.storyboard).toBeNull()
  })

  it.each<[string, MediaAudience, string]>([
    ['session URLs after six hours', session, later(6)],
    ['studio URLs after six hours', { kind: 'studio', session_id: 7 }, later(6)],
    ['public URLs on the hour', { kind: 'public' }, '2026-05-01T19:00:00.000Z'],
    [
      'shared preview URLs on the hour',
      { kind: 'preview', max_height: 720 },
      '2026-05-01T19:00:00.000Z',
    ],
  ])('expires %s', (_, audience, expected) => {
    expect(mediaUrls(tokens, asset, audience, now).expires_at).toBe(expected)
  })
})

describe('previewUrls', () => {
  const viewer = { age_rating: '15', session_id: 7 } as const

  it('shares the preview of a film among all viewers', () => {
    const preview = previewUrls(tokens, asset, viewer, now)
    expect(audienceOf(preview?.manifest_url ?? '')).toEqual({ kind: 'preview', max_height: 720 })
    expect(folderOf(preview?.manifest_url ?? '')).toBe('5p/preview/main.m3u8')
    expect(preview?.duration).toBe(20)
    expect(folderOf(preview?.captions[0]?.url ?? '')).toBe('5p/preview/captions/ko.vtt')
  })

  it('binds the preview of a film rated 19 to the session', () => {
    const preview = previewUrls(tokens, asset, { ...viewer, age_rating: '19' }, now)
    expect(audienceOf(preview?.manifest_url ?? '')).toEqual({
      kind: 'session',
      session_id: 7,
      max_height: 720,
    })
  })

  it('returns null for a film without a preview', () => {
    expect(previewUrls(tokens, { ...asset, preview_duration: null }, viewer, now)).toBeNull()
  })
})
