import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { studioKeys } from '../query-keys.ts'

const { studio_catalogue, studio_recommendations, studio_search } = endpoints

export const overviewQuery = queryOptions({
  queryKey: studioKeys.recommendations('overview'),
  queryFn: () => call(studio_recommendations.readOverview, {}),
})

export const overridesQuery = queryOptions({
  queryKey: studioKeys.recommendations('works'),
  queryFn: () => call(studio_recommendations.listOverrides, {}),
})

export const experimentsQuery = queryOptions({
  queryKey: studioKeys.recommendations('experiments'),
  queryFn: () => call(studio_recommendations.listExperiments, {}),
})

/** Works whose title contains `q`. */
export const workSearchQuery = (q: string) =>
  queryOptions({
    queryKey: studioKeys.titles('search', q),
    queryFn: () => call(studio_catalogue.listWorks, { query: { q, limit: 8, offset: 0 } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })

export const synonymsQuery = queryOptions({
  queryKey: studioKeys.searches('synonyms'),
  queryFn: () => call(studio_search.listSynonyms, {}),
})

export const popularTermsQuery = queryOptions({
  queryKey: studioKeys.searches('popular'),
  queryFn: () => call(studio_search.listPopularTerms, {}),
})

export const clickOrderQuery = queryOptions({
  queryKey: studioKeys.searches('click-order'),
  queryFn: () => call(studio_search.readClickOrder, {}),
})
