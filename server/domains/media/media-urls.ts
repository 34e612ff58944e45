import type { AgeCode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/playback/playback.ts'
import { assetFolder } from './encoding/encrypt-asset.ts'
import type { PlayableAsset } from './asset-queries.ts'
import {
  type MediaTokens,
  type MediaAudience,
  sharedTokenExpiry,
  maxTokenTtlMs,
} from '#server/shared/media-token.ts'
import { previewHeight } from '#server/adapters/encoder/index.ts'

type FilmUrls = Pick<
  Video,
  'manifest_url' | 'expires_at' | 'duration' | 'captions' | 'storyboard' | 'markers'
>

/**
 * The URLs of a film, its captions and its storyboard for one audience (decisions/0026-playback-rights). The URLs of a
 * free work are shared; those of a session expire sooner, because they carry the session's rights.
 */
export function mediaUrls(
  tokens: MediaTokens,
  asset: PlayableAsset,
  audience: MediaAudience,
  now: Date,
): FilmUrls {
  const expires = expiryOf(audience, now)
  const base = baseUrl(tokens, asset, audience, expires)
  const storyboard = asset.storyboard
  return {
    manifest_url: `${base}/main.m3u8`,
    expires_at: new Date(expires).toISOString(),
    duration: asset.duration,
    captions: captionsOf(asset, base),
    storyboard: storyboard && {
      ...storyboard,
      urls: storyboard.paths.map((path) => `${base}/${path}`),
    },
    markers: asset.markers,
  }
}

/**
 * The preview of a sold film (decisions/0028-free-preview); null if there is none. The preview of a work rated 19 is
 * bound to the session whose age was verified.
 */
export function previewUrls(
  tokens: MediaTokens,
  asset: PlayableAsset,
  { age_rating, session_id }: { age_rating: AgeCode; session_id: number },
  now: Date,
) {
  if (!asset.preview_duration) return null
  const audience: MediaAudience =
    age_rating === '19'
      ? { kind: 'session', session_id, max_height: previewHeight }
      : { kind: 'preview', max_height: previewHeight }
  const base = `${baseUrl(tokens, asset, audience, expiryOf(audience, now))}/preview`
  return {
    manifest_url: `${base}/main.m3u8`,
    duration: asset.preview_duration,
    captions: captionsOf(asset, base),
  }
}

/** The URL from which the playlists and segments of a film's renditions are loaded: in a cache if one may serve them. */
export function renditionsBaseUrl(
  tokens: MediaTokens,
  asset: PlayableAsset,
  audience: MediaAudience,
  now: Date,
): string {
  const origin = audience.kind === 'public' ? (tokens.edgeUrlsOf(asset.id)[0] ?? '') : ''
  return origin + baseUrl(tokens, asset, audience, expiryOf(audience, now))
}

/** The expiry of a URL, in ms since 1970. */
function expiryOf({ kind }: MediaAudience, now: Date): number {
  const isShared = kind === 'public' || kind === 'preview'
  return isShared ? sharedTokenExpiry(now.getTime()) : now.getTime() + maxTokenTtlMs
}

function baseUrl(
  tokens: MediaTokens,
  asset: PlayableAsset,
  audience: MediaAudience,
  expires: number,
) {
  const { id, is_first } = asset
  const folder = assetFolder({ id, is_first, is_protected: asset.preview_duration !== null })
  return `/media/${tokens.sign({ asset: asset.id, audience, expires })}/${folder}`
}

const captionsOf = (asset: PlayableAsset, base: string) =>
  asset.captions.map(({ language, label, path }) => ({ language, label, url: `${base}/${path}` }))
