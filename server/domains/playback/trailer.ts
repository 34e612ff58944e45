import type { Trailer } from '#contract/contents/playback.ts'
import { trailerSeconds } from '#contract/contents/trailer-length.ts'
import type { SeriesCard } from '#contract/contents/contents.ts'
import type { Db } from '#server/db/client.ts'
import { readEpisodes } from '#server/domains/contents/index.ts'
import { type PlayableAsset, readPlayable } from '#server/domains/media/index.ts'
import { type MediaTokens, publicAudience } from '#server/shared/media-token.ts'
import { mediaBaseUrl, mediaUrls } from './media-urls.ts'
import { readAssetId } from './playback-queries.ts'

type Film = Pick<PlayableAsset, 'duration' | 'markers'>

/** Renditions above this height take longer to load than a card is looked at. */
const maxHeight = 720
/** The share of a film after which the clip starts if no opening is marked. */
const startShare = 0.1

/** Returns the start of the clip in seconds: after the opening, and early enough to be complete. */
export function trailerStart({ duration, markers }: Film): number {
  const start = markers.opening?.end ?? duration * startShare
  return Math.max(0, Math.min(start, duration - trailerSeconds))
}

/** The clip of a series: of its first episode, if that is free for everybody, a child or not. */
export async function readClip(
  db: Db,
  tokens: MediaTokens,
  { first_episode_id, age_rating }: SeriesCard,
  now: Date,
): Promise<Trailer['clip']> {
  // A film rated 19 plays for verified adults alone.
  if (first_episode_id === null || age_rating === '19') return null
  const [[episode], assetId] = await Promise.all([
    readEpisodes(db, [first_episode_id]),
    readAssetId(db, first_episode_id),
  ])
  if (!episode?.is_free || episode.video_state !== 'ready' || assetId === null) return null
  const asset = await readPlayable(db, assetId)
  // An encrypted film became free a moment ago.
  if (!asset || asset.preview_duration !== null) return null
  const base = mediaBaseUrl(tokens, asset, publicAudience, now)
  const { storyboard } = mediaUrls(tokens, asset, publicAudience, now)
  return {
    start: trailerStart(asset),
    videos: asset.renditions
      .filter(({ rung }, index) => rung <= maxHeight || index === 0)
      .map(({ rung, path, codecs }) => ({
        height: rung,
        playlist_url: `${base}/${path}`,
        codecs,
      })),
    audio: asset.has_audio
      ? { playlist_url: `${base}/audio/index.m3u8`, codecs: 'mp4a.40.2' }
      : null,
    storyboard,
  }
}
