import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  idParams,
  idString,
  integerString,
  timestamp,
  listResponse,
  ordering,
  paging,
} from '#contract/core/fields.ts'

import {
  accessKinds,
  ageCodes,
  categoryIds,
  descriptors,
  maxCategories,
  orientations,
} from '#contract/core/constants.ts'
import { decades, episodeFilters, seriesFilters } from './listing-filters.ts'
import { filterQuery, filterValueFields } from './filter-fields.ts'
import { homeAnchors } from './home-anchors.ts'

export { accessKinds, ageCodes, categoryIds, descriptors, orientations }

export const AgeCode = z.enum(ageCodes)
/** The categories of a work. */
export const CategoryIds = z
  .array(z.int().check(z.gte(1), z.lte(maxCategories)))
  .check(z.maxLength(maxCategories))
export const Descriptor = z.enum(descriptors)
export const Orientation = z.enum(orientations)

export const Category = z.object({ id: z.int(), name: z.string(), series_count: z.int() })
/** The values of each filter of `listSeries` that leave works of a category beside the other filters of the call. */
export const CategoryFilters = z.object({
  ...filterValueFields(seriesFilters),
  /** The decades of the releases, by which pages filter. */
  decades: z.array(z.enum(decades)),
})
export const CategoryRef = z.object({ id: z.int(), name: z.string() })
/** The categories and the curated series that home shows by id: 6, 5 and 1 by default, as specified. */
export const CatalogueSettings = z.object({
  korean_category_id: z.int(),
  abroad_category_id: z.int(),
  curation_series_id: z.nullable(z.int()),
  /** The titles of home's rows of these categories. */
  korean_title: z.string(),
  abroad_title: z.string(),
  /** The categories that the header links, in order. */
  header_categories: z.array(CategoryRef),
})

export const AgeRating = z.object({
  code: AgeCode,
  name: z.string(),
  color: z.enum(['green', 'blue', 'yellow', 'red']),
  minimum_age: z.int(),
  descriptors: z.array(Descriptor),
})

export const Credit = z.object({
  id: z.int(),
  name: z.string(),
  name_original: z.nullable(z.string()),
  role: z.enum(['director', 'writer', 'cast']),
  character: z.nullable(z.string()),
})

/** Audience statistics. `rating_average` is 0.5..5, or null without ratings. */
const figures = {
  viewer_count: z.int(),
  rating_average: z.nullable(z.number()),
  review_count: z.int(),
  like_count: z.int(),
}

/** The fields of a series card. */
export const SeriesCard = z.object({
  id: z.int(),
  title: z.string(),
  title_original: z.nullable(z.string()),
  synopsis: z.string(),
  poster_url: z.nullable(z.string()),
  poster_color: z.string(),
  backdrop_url: z.nullable(z.string()),
  backdrop_color: z.string(),
  logo_url: z.nullable(z.string()),
  categories: z.array(CategoryRef),
  age_rating: AgeCode,
  descriptors: z.array(Descriptor),
  released_on: z.nullable(z.iso.date()),
  is_completed: z.boolean(),
  is_series: z.boolean(),
  season_count: z.int(),
  episode_count: z.int(),
  /** The episode that starts for a viewer without a history; null if none is public. */
  first_episode_id: z.nullable(z.int()),
  /** Whether it is announced and nothing of it plays yet (공개 예정). */
  is_upcoming: z.boolean(),
  /** When an upcoming series opens, or the next episode of a running one; null if that is not decided. */
  opens_at: z.nullable(timestamp),
  ...figures,
})

export const Season = z.object({
  id: z.int(),
  number: z.int(),
  title: z.string(),
  episode_count: z.int(),
})

/** An announced episode of a series (decisions/0016-publication). */
export const UpcomingEpisode = z.object({
  id: z.int(),
  season_number: z.int(),
  number: z.int(),
  title: z.string(),
  thumbnail_url: z.nullable(z.string()),
  thumbnail_color: z.string(),
  /** Null if that is not decided. */
  opens_at: z.nullable(timestamp),
})

export const Series = z.extend(SeriesCard, {
  /** Whether its original language is not Korean and its audio is (더빙). */
  is_dubbed: z.boolean(),
  /** Whether it has a trailer that plays. */
  has_trailer: z.boolean(),
  /** Genres and moods, such as 스릴러; search finds works by them. */
  tags: z.array(z.string()),
  /** The names of the captions of its first episode, such as 한국어. */
  captions: z.array(z.string()),
  people: z.array(Credit),
  seasons: z.array(Season),
  upcoming_episodes: z.array(UpcomingEpisode),
})

/** A person with the public works in which they have a part, the newest first; a work is listed once for each part. */
export const Person = z.object({
  id: z.int(),
  name: z.string(),
  name_original: z.nullable(z.string()),
  credits: z.array(
    z.object({
      series_id: z.int(),
      role: z.enum(['director', 'writer', 'cast']),
      character: z.nullable(z.string()),
    }),
  ),
})

/** Encoding state of an episode's video; only `ready` can be played. */
export const videoStatuses = ['none', 'preparing', 'ready'] as const

/** An episode. Locked episodes are listed too and contain no media URL. */
export const Episode = z.object({
  id: z.int(),
  series: z.object({
    id: z.int(),
    title: z.string(),
    poster_url: z.nullable(z.string()),
    poster_color: z.string(),
    is_series: z.boolean(),
    season_count: z.int(),
  }),
  season: z.object({ id: z.int(), number: z.int(), title: z.string() }),
  number: z.int(),
  title: z.string(),
  synopsis: z.string(),
  thumbnail_url: z.nullable(z.string()),
  thumbnail_color: z.string(),
  /** Seconds. */
  runtime: z.int(),
  episode_video_orientation: Orientation,
  is_free: z.boolean(),
  /** Whole won; 0 if it is not sold individually. */
  price: z.int(),
  /** Rental (대여) price in whole won; null if it is not rented out. */
  rental_price: z.nullable(z.int()),
  in_subscription: z.boolean(),
  age_rating: AgeCode,
  descriptors: z.array(Descriptor),
  released_at: z.nullable(timestamp),
  video_state: z.enum(videoStatuses),
  /** Whether it is not public yet: its film is not ready or its time has not come. */
  is_upcoming: z.boolean(),
  ...figures,
})

/**
 * The works and rows that staff add to home (decisions/0018-home-rows), each list in its order. Hidden works and empty
 * rows are left out.
 */
export const HomeCuration = z.object({
  /** Precede the works that home chooses for the hero. */
  hero: z.array(SeriesCard),
  /** Null: home chooses the card. */
  editorial: z.nullable(SeriesCard),
  rows: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      subtitle: z.nullable(z.string()),
      after_row: z.enum(homeAnchors),
      works: z.array(SeriesCard),
    }),
  ),
})

export type Category = z.infer<typeof Category>
export type CategoryFilters = z.infer<typeof CategoryFilters>
export type CategoryRef = z.infer<typeof CategoryRef>
export type CatalogueSettings = z.infer<typeof CatalogueSettings>
export type AgeRating = z.infer<typeof AgeRating>
export type AgeCode = z.infer<typeof AgeCode>
export type Descriptor = z.infer<typeof Descriptor>
export type Credit = z.infer<typeof Credit>
export type SeriesCard = z.infer<typeof SeriesCard>
export type Series = z.infer<typeof Series>
export type Person = z.infer<typeof Person>
export type Season = z.infer<typeof Season>
export type HomeCuration = z.infer<typeof HomeCuration>
export type UpcomingEpisode = z.infer<typeof UpcomingEpisode>
export type Episode = z.infer<typeof Episode>

/** The first and the last year of the release, both included; with one of them, works without a date are left out. */
export const releaseYears = {
  released_from: z.optional(integerString(1850, 2200)),
  released_to: z.optional(integerString(1850, 2200)),
}

const figureOrders = ['viewer_count', 'rating_average', 'like_count', 'review_count'] as const

export const contents = {
  listCategories: endpoint({
    method: 'GET',
    path: '/api/contents/categories/',
    summary: 'Lists every category that is not hidden, in display order',
    access: 'public',
    response: listResponse(Category),
  }),
  readCatalogueSettings: endpoint({
    method: 'GET',
    path: '/api/contents/settings/',
    summary: 'Returns the categories and the series that the header and home show by a fixed id',
    access: 'public',
    response: CatalogueSettings,
  }),
  readCategory: endpoint({
    method: 'GET',
    path: '/api/contents/categories/{id}/',
    summary: 'Returns a category, and the values of the filters that leave works of it',
    access: 'public',
    params: idParams,
    query: z.strictObject({ ...filterQuery(seriesFilters), ...releaseYears }),
    response: z.extend(Category, { filters: CategoryFilters }),
  }),
  listAgeRatings: endpoint({
    method: 'GET',
    path: '/api/contents/ageratings/',
    summary: 'Lists the age ratings with their colours and the descriptors in use',
    access: 'public',
    response: listResponse(AgeRating),
  }),
  listSeries: endpoint({
    method: 'GET',
    path: '/api/contents/series/',
    summary: 'Lists series, filtered and ordered',
    access: 'public',
    query: z.strictObject({
      category: z.optional(idString),
      ...filterQuery(seriesFilters),
      person: z.optional(idString),
      ...releaseYears,
      ordering: ordering(['released_on', 'title', 'created_at', ...figureOrders], '-viewer_count'),
      ...paging(20),
    }),
    response: listResponse(SeriesCard),
  }),
  listUpcoming: endpoint({
    method: 'GET',
    path: '/api/contents/upcoming/',
    summary:
      'Lists upcoming series (공개 예정), the next to open first and those without a date last',
    access: 'public',
    query: z.strictObject(paging(15)),
    response: listResponse(SeriesCard),
  }),
  listTrending: endpoint({
    method: 'GET',
    path: '/api/contents/trending/',
    summary:
      'Lists series by the views of the last 24 hours, recent ones counting more; those without any follow by ' +
      '`viewer_count`',
    access: 'public',
    query: z.strictObject({ limit: z._default(integerString(1, 50), 15) }),
    response: listResponse(SeriesCard),
  }),
  readHomeCuration: endpoint({
    method: 'GET',
    path: '/api/contents/curation/',
    summary: 'Returns what staff add to home now: works of the hero, the editorial card and rows',
    access: 'public',
    response: HomeCuration,
  }),
  readSeries: endpoint({
    method: 'GET',
    path: '/api/contents/series/{id}/',
    summary: 'Returns a series with its people and seasons',
    access: 'public',
    params: idParams,
    response: Series,
  }),
  readPerson: endpoint({
    method: 'GET',
    path: '/api/contents/people/{id}/',
    summary:
      'Returns a person with their parts in public and upcoming works; `listSeries` with `person` has the public ones',
    access: 'public',
    params: idParams,
    response: Person,
  }),
  listEpisodes: endpoint({
    method: 'GET',
    path: '/api/contents/episodes/',
    summary: 'Lists episodes, filtered and ordered; the banner requests 50 by -viewer_count',
    access: 'public',
    query: z.strictObject({
      category: z.optional(idString),
      ...filterQuery(episodeFilters),
      series: z.optional(idString),
      season: z.optional(idString),
      ordering: ordering(['number', 'released_at', ...figureOrders], '-viewer_count'),
      ...paging(20),
    }),
    response: listResponse(Episode),
  }),
  readEpisode: endpoint({
    method: 'GET',
    path: '/api/contents/episodes/{id}/',
    summary: 'Returns an episode',
    access: 'public',
    params: idParams,
    response: Episode,
  }),
  readEpisodeNeighbours: endpoint({
    method: 'GET',
    path: '/api/contents/episodes/{id}/neighbours/',
    summary: 'Returns the episodes before and after one in the order of its series',
    access: 'public',
    params: idParams,
    response: z.object({
      previous: z.nullable(Episode),
      next: z.nullable(Episode),
      /** The number of listed episodes before it in its season: its offset in the list by number. */
      offset: z.int(),
    }),
  }),
}
