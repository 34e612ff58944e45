import type { Episode, Series } from '#contract/contents/contents.ts'
import { imageUrlAtWidth } from '#contract/core/images.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { isFreeFilm, trailerJsonLd, videoJsonLd } from '#web/features/catalog/structured-video.ts'
import { toIsoDuration } from '#web/lib/format.ts'
import { titleMessages } from './messages.ko.ts'
import { categoryPath, episodePath, seasonPath, seriesPath } from '#web/routing/paths.ts'

/** JSON-LD (schema.org) of titles for search engines. `site` is the origin, or '' while unknown. */

const imageOf = (site: string, path: string | null) => (path ? { image: site + path } : {})

/** Path of the image that links to a series show. */
export function socialImageOf({ backdrop_url, poster_url }: Series): string | null {
  if (backdrop_url) return imageUrlAtWidth(backdrop_url, 'backdrop', 1280)
  return poster_url && imageUrlAtWidth(poster_url, 'poster', 540)
}

const aggregateRatingOf = (title: { rating_average: number | null; review_count: number }) =>
  title.rating_average !== null && title.review_count > 0
    ? {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: title.rating_average,
          ratingCount: title.review_count,
          bestRating: 5,
          worstRating: 0.5,
        },
      }
    : {}

const personsOf = (series: Series, role: Series['people'][number]['role']) =>
  series.people
    .filter((person) => person.role === role)
    .map(({ name }) => ({ '@type': 'Person', name }))

export function seriesJsonLd(site: string, series: Series): object {
  return {
    '@type': series.is_series ? 'TVSeries' : 'Movie',
    '@id': `${site}${seriesPath(series.id)}`,
    url: `${site}${seriesPath(series.id)}`,
    name: series.title,
    ...(series.title_original ? { alternateName: series.title_original } : {}),
    description: series.synopsis,
    inLanguage: 'ko',
    genre: series.categories.map(({ name }) => name),
    contentRating: badgeMessages.age[series.age_rating],
    ...(series.released_on ? { datePublished: series.released_on } : {}),
    ...(series.is_series
      ? { numberOfSeasons: series.season_count, numberOfEpisodes: series.episode_count }
      : {}),
    director: personsOf(series, 'director'),
    actor: personsOf(series, 'cast'),
    ...imageOf(site, series.poster_url && imageUrlAtWidth(series.poster_url, 'poster', 540)),
    ...aggregateRatingOf(series),
    ...(series.has_trailer && {
      trailer: trailerJsonLd(
        site,
        seriesPath(series.id),
        titleMessages.trailer_of(series.title),
        series,
      ),
    }),
  }
}

export function episodeJsonLd(site: string, episode: Episode): object {
  const { series, season } = episode
  return {
    '@type': 'TVEpisode',
    url: `${site}${episodePath(episode)}`,
    name: episode.title,
    episodeNumber: episode.number,
    description: episode.synopsis,
    duration: toIsoDuration(episode.runtime),
    contentRating: badgeMessages.age[episode.age_rating],
    isAccessibleForFree: episode.is_free,
    ...(isFreeFilm(episode) && { video: videoJsonLd(site, episode) }),
    ...(episode.released_at ? { datePublished: episode.released_at } : {}),
    partOfSeries: {
      '@type': 'TVSeries',
      name: series.title,
      url: `${site}${seriesPath(series.id)}`,
    },
    partOfSeason: {
      '@type': 'TVSeason',
      seasonNumber: season.number,
      name: season.title,
      url: `${site}${seasonPath(series.id, season.id)}`,
    },
    ...imageOf(
      site,
      episode.thumbnail_url && imageUrlAtWidth(episode.thumbnail_url, 'thumbnail', 640),
    ),
    ...aggregateRatingOf(episode),
  }
}

/** Home → first category → series. */
export const seriesBreadcrumb = (series: Pick<Series, 'id' | 'title' | 'categories'>) => [
  ...series.categories.slice(0, 1).map(({ id, name }) => ({ name, path: categoryPath(id) })),
  { name: series.title, path: seriesPath(series.id) },
]
