import type { Episode, Series } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { episodeFullTitle } from './cards/episode-card.tsx'
import { toIsoDuration } from '#web/lib/format.ts'
import { videoPath } from '#web/routing/paths.ts'

/** Whether everybody may watch all of an episode: it is free, published and not for adults only. */
export const isFreeFilm = (episode: Episode): boolean =>
  episode.is_free &&
  episode.video_state === 'ready' &&
  !episode.is_upcoming &&
  episode.age_rating !== '19'

/** schema.org `VideoObject` of a free film. Search engines link to its seconds by `t` (`SeekToAction`). */
export function videoJsonLd(site: string, episode: Episode): object {
  const url = `${site}${videoPath(episode.id)}`
  const { thumbnail_url } = episode
  return {
    '@type': 'VideoObject',
    '@id': url,
    url,
    name: episodeFullTitle(episode),
    description: episode.synopsis || episodeFullTitle(episode),
    duration: toIsoDuration(episode.runtime),
    isAccessibleForFree: true,
    inLanguage: 'ko',
    ...(episode.released_at && { uploadDate: episode.released_at }),
    ...(thumbnail_url && {
      thumbnailUrl: [`${site}${imageUrlAtWidth(thumbnail_url, 'thumbnail', 640)}`],
    }),
    potentialAction: {
      '@type': 'SeekToAction',
      target: `${url}?t={seek_to_second_number}`,
      'startOffset-input': 'required name=seek_to_second_number',
    },
  }
}

/** schema.org `VideoObject` of a trailer, which plays on the page of its work. */
export const trailerJsonLd = (
  site: string,
  path: string,
  name: string,
  series: Series,
): object => ({
  '@type': 'VideoObject',
  url: `${site}${path}`,
  name,
  description: series.synopsis,
  isAccessibleForFree: true,
  ...(series.released_on && { uploadDate: series.released_on }),
  ...(series.backdrop_url && {
    thumbnailUrl: [`${site}${imageUrlAtWidth(series.backdrop_url, 'backdrop', 1280)}`],
  }),
})
