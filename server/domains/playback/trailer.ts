import type { Trailer } from '#contract/playback/playback.ts'
import { trailerSeconds } from '#contract/contents/trailer-length.ts'
import type { SeriesCard } from '#contract/contents/contents.ts'
import type { Db } from '#server/db/client.ts'
import { readEpisodes } from '#server/domains/contents/index.ts'
import {
  type PlayableAsset,
  readPlayable,
  readTrailerAssetId,
} from '#server/domains/media/index.ts'
import { noPlanLimits } from '#server/domains/transactions/index.ts'
import { type MediaAudience, type MediaTokens, publicAudience } from '#server/shared/media-token.ts'
import { renditionsBaseUrl, mediaUrls } from '#server/domains/media/index.ts'
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

/** `is_adult`: whether the viewer's age was verified within a year. */
type TrailerViewer = { session_id: number; is_adult: boolean }

/**
 * The trailer of a series, and the clip of it that cards and the hero play. Without a trailer the clip is that of the first
 * episode, if it is free for everybody, a child or not.
 */
export async function readTrailerVideos(
  db: Db,
  tokens: MediaTokens,
  series: SeriesCard,
  viewer: TrailerViewer,
  now: Date,
): Promise<Pick<Trailer, 'clip' | 'video'>> {
  const audience = trailerAudience(series, viewer)
  const assetId = audience && (await readTrailerAssetId(db, series.id))
  const asset = assetId === null ? undefined : await readPlayable(db, assetId)
  if (audience && asset) {
    const { manifest_url, duration, captions } = mediaUrls(tokens, asset, audience, now)
    return {
      clip: clipOf(tokens, asset, audience, now),
      video: { manifest_url, duration, captions },
    }
  }
  const film = await readFreeFilm(db, series)
  return { clip: film ? clipOf(tokens, film, publicAudience, now) : null, video: null }
}

/** Trailers of works rated 19 are bound to the session whose age was verified; null for other sessions. */
function trailerAudience(
  { age_rating }: SeriesCard,
  { session_id, is_adult }: TrailerViewer,
): MediaAudience | null {
  if (age_rating !== '19') return publicAudience
  return is_adult ? { kind: 'session', session_id, max_height: noPlanLimits.max_height } : null
}

/** The film of the first episode, if it is free for everybody. */
async function readFreeFilm(db: Db, { first_episode_id, age_rating }: SeriesCard) {
  // A film rated 19 plays for verified adults alone.
  if (first_episode_id === null || age_rating === '19') return undefined
  const [[episode], assetId] = await Promise.all([
    readEpisodes(db, [first_episode_id]),
    readAssetId(db, first_episode_id),
  ])
  if (!episode?.is_free || episode.video_state !== 'ready' || assetId === null) return undefined
  const asset = await readPlayable(db, assetId)
  // An encrypted film became free a moment ago.
  return asset?.preview_duration === null ? asset : undefined
}

function clipOf(
  tokens: MediaTokens,
  asset: PlayableAsset,
  audience: MediaAudience,
  now: Date,
): Trailer['clip'] {
  const base = renditionsBaseUrl(tokens, asset, audience, now)
  const { storyboard } = mediaUrls(tokens, asset, audience, now)
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
