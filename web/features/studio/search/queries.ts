import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { studioKeys } from '../query-keys.ts'

const { studio_search: calls } = endpoints

export const missesQuery = (page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: studioKeys.searches('misses', page),
    queryFn: () => call(calls.listMisses, { query: page }),
    placeholderData: keepPreviousData,
  })

export const synonymsQuery = queryOptions({
  queryKey: studioKeys.searches('synonyms'),
  queryFn: () => call(calls.listSynonyms, {}),
})

export const clickOrderQuery = queryOptions({
  queryKey: studioKeys.searches('click-order'),
  queryFn: () => call(calls.readClickOrder, {}),
})
