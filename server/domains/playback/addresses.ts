import type { Video } from '#contract/playback.ts'
import { folderOf, type PlayableAsset } from '#server/domains/media/index.ts'
import {
  anybody,
  type Grants,
  previewer,
  sessionViewer,
  sharedExpiry,
  soldGrantLasts,
} from '#server/kernel/grants.ts'

type Addresses = Pick<
  Video,
  'manifest_url' | 'expires_at' | 'duration' | 'captions' | 'storyboard' | 'markers'
>

/**
 * Where a film is found, by whoever may see it. The address of a free one is the same for all, so that any cache may
 * hold it; that of a sold one is bound to the session that asked (D-41), and to the picture that it has paid for (D-50).
 */
export function addressesOf(
  grants: Grants,
  asset: PlayableAsset,
  viewer: { is_free: true } | { is_free: false; session_id: number; max_height?: number },
  now: Date,
): Addresses {
  const expires = viewer.is_free ? sharedExpiry(now.getTime()) : now.getTime() + soldGrantLasts
  const base = baseOf(grants, asset, {
    viewer: viewer.is_free ? anybody : sessionViewer(viewer.session_id, viewer.max_height),
    expires,
  })
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

/** The free beginning of a sold film (D-42); null where nothing of it is free. */
export function previewOf(grants: Grants, asset: PlayableAsset, now: Date) {
  if (!asset.preview_duration) return null
  const given = { viewer: previewer, expires: sharedExpiry(now.getTime()) }
  const base = `${baseOf(grants, asset, given)}/preview`
  return {
    manifest_url: `${base}/main.m3u8`,
    duration: asset.preview_duration,
    captions: captionsOf(asset, base),
  }
}

function baseOf(grants: Grants, asset: PlayableAsset, given: { viewer: string; expires: number }) {
  const folder = folderOf(asset.id, asset.preview_duration !== null)
  return `/media/${grants.issue({ asset: asset.id, ...given })}/${folder}`
}

const captionsOf = (asset: PlayableAsset, base: string) =>
  asset.captions.map(({ language, label, path }) => ({ language, label, url: `${base}/${path}` }))
