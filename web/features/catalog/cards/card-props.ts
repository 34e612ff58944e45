import type { Episode } from '#contract/contents/contents.ts'
import type { EpisodeCardData } from './episode-card.tsx'
import type { PosterCardData } from './poster-card.tsx'

/**
 * What a page is rendered from travels to the browser a second time, for hydration: a card in a row takes
 * along only what it shows.
 */
export function toPosterCardData(series: PosterCardData): PosterCardData {
  const { id, title, poster_url, poster_color, age_rating } = series
  const { is_series, is_completed, episode_count, released_on } = series
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
  }
}

/** An episode for a card that names its series. */
export function toEpisodeCardData(episode: Episode): EpisodeCardData {
  const { id, series, season, number, title, thumbnail_url, thumbnail_color, runtime } = episode
  const { is_free, price, in_subscription, age_rating, video_state } = episode
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
    in_subscription,
    age_rating,
    video_state,
  }
}
