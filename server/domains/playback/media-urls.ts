import type { AgeCode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import { assetFolder, type PlayableAsset } from '#server/domains/media/index.ts'
import {
  type MediaTokens,
  type MediaAudience,
  sharedTokenExpiry,
  paidTokenTtlMs,
} from '#server/shared/media-token.ts'
import { previewHeight } from '#server/adapters/encoder/index.ts'

type Addresses = Pick<
  Video,
  'manifest_url' | 'expires_at' | 'duration' | 'captions' | 'storyboard' | 'markers'
>

/**
 * Addresses of a film and of what belongs to it, for one audience (D-41). Those of a free work are the same for all;
 * those of a session end sooner, because the session's rights are checked by them.
 */
export function mediaUrls(
  grants: MediaTokens,
  asset: PlayableAsset,
  audience: MediaAudience,
  now: Date,
): Addresses {
  const expires = expiryOf(audience, now)
  const base = baseOf(grants, asset, audience, expires)
  const board = asset.storyboard
  return {
    manifest_url: `${base}/main.m3u8`,
    expires_at: new Date(expires).toISOString(),
    duration: asset.duration,
    captions: captionsOf(asset, base),
    storyboard: board && { ...board, urls: board.paths.map((path) => `${base}/${path}`) },
    markers: asset.markers,
  }
}

/**
 * The free beginning of a sold film (D-42); null where nothing of it is free. That of a work rated 19 is bound to the
 * session whose age was verified.
 */
export function previewUrls(
  grants: MediaTokens,
  asset: PlayableAsset,
  { age_rating, session_id }: { age_rating: AgeCode; session_id: number },
  now: Date,
) {
  if (!asset.preview_duration) return null
  const audience: MediaAudience =
    age_rating === '19'
      ? { kind: 'session', session_id, max_height: previewHeight }
      : { kind: 'preview', max_height: previewHeight }
  const base = `${baseOf(grants, asset, audience, expiryOf(audience, now))}/preview`
  return {
    manifest_url: `${base}/main.m3u8`,
    duration: asset.preview_duration,
    captions: captionsOf(asset, base),
  }
}

/** When an address ends, in ms since 1970. */
function expiryOf({ kind }: MediaAudience, now: Date): number {
  const isShared = kind === 'public' || kind === 'preview'
  return isShared ? sharedTokenExpiry(now.getTime()) : now.getTime() + paidTokenTtlMs
}

function baseOf(
  grants: MediaTokens,
  asset: PlayableAsset,
  audience: MediaAudience,
  expires: number,
) {
  const folder = assetFolder(asset.id, asset.preview_duration !== null)
  return `/media/${grants.sign({ asset: asset.id, audience, expires })}/${folder}`
}

const captionsOf = (asset: PlayableAsset, base: string) =>
  asset.captions.map(({ language, label, path }) => ({ language, label, url: `${base}/${path}` }))
