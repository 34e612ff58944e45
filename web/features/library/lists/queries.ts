import * as lists from '#web/api/endpoints/lists.generated.ts'
import { call } from '#web/api/client.ts'
import { listKeys } from '#web/features/library/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

/** @param series_id the work that `has_work` is about */
export const listsQuery = (series_id?: number) =>
  queryOptions({
    queryKey: listKeys.summaries(series_id),
    queryFn: () => call(lists.listLists, { query: { ...(series_id && { series_id }) } }),
    staleTime: 0,
  })

export const listQuery = (id: number) =>
  queryOptions({
    queryKey: listKeys.list(id),
    queryFn: () => call(lists.readList, { params: { id } }),
    staleTime: 0,
  })
