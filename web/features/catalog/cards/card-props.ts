import type { Episode } from '#contract/contents/contents.ts'
import type { EpisodeCardData } from './episode-card.tsx'
import type { PosterCardData } from './poster-card.tsx'
import { genreOf } from './poster-placeholder.tsx'

/**
 * Picks the fields that a poster card renders. Loader data is also sent to the browser for hydration, so cards carry
 * nothing else.
 */
export function toPosterCardData(
  series: PosterCardData & { categories?: readonly { id: number }[] },
): PosterCardData {
  const { id, title, poster_url, poster_color, age_rating } = series
  const { is_series, is_completed, episode_count, released_on, is_upcoming, opens_at } = series
  const genre = poster_url === null ? genreOf(series.categories ?? []) : undefined
  return {
    id,
    title,
    poster_url,
    poster_color,
    age_rating,
    is_series,
    is_completed,
    episode_count,
    released_on,
    is_upcoming,
    opens_at,
    ...(genre !== undefined && { genre }),
  }
}

/** Picks the fields that an episode card renders. */
export function toEpisodeCardData(episode: Episode): EpisodeCardData {
  const { id, series, season, number, title, thumbnail_url, thumbnail_color, runtime } = episode
  const { is_free, price, rental_price, in_subscription, age_rating, video_state } = episode
  return {
    id,
    series,
    season,
    number,
    title,
    thumbnail_url,
    thumbnail_color,
    runtime,
    is_free,
    price,
    rental_price,
    in_subscription,
    age_rating,
    video_state,
  }
}
