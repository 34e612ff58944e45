import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { studioKeys } from '../query-keys.ts'

const { studio_recommendations: calls, studio_catalogue } = endpoints

export const overviewQuery = queryOptions({
  queryKey: studioKeys.recommendations('overview'),
  queryFn: () => call(calls.readOverview, {}),
})

export const overridesQuery = queryOptions({
  queryKey: studioKeys.recommendations('works'),
  queryFn: () => call(calls.listOverrides, {}),
})

export const experimentsQuery = queryOptions({
  queryKey: studioKeys.recommendations('experiments'),
  queryFn: () => call(calls.listExperiments, {}),
})

/** Works whose title contains `q`. */
export const workSearchQuery = (q: string) =>
  queryOptions({
    queryKey: studioKeys.titles('search', q),
    queryFn: () => call(studio_catalogue.listWorks, { query: { q, limit: 8, offset: 0 } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
