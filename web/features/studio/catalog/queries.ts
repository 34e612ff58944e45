import { studio_categories } from '#contract/contents/staff/categories.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import type { StudioWork } from '#contract/contents/staff/catalogue.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation, type MutationOptions } from '#web/api/use-api-mutation.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'

export const workQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.title(id),
    queryFn: () => call(studio_catalogue.readWork, { params: { id } }),
    // The base of an edit is always refetched.
    staleTime: 0,
  })

export const categoriesQuery = queryOptions({
  queryKey: studioKeys.categories(),
  queryFn: () => call(studio_categories.listCategories, {}),
})

/** The categories in display order, hidden ones included; none until they are loaded. */
export const useCategories = () => useQuery(categoriesQuery).data?.results ?? []

/** The latest edits of a work. */
export const latestRevisionsQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.title(id, 'revisions', 'latest'),
    queryFn: () => call(studio_catalogue.readEditHistory, { params: { id }, query: {} }),
    staleTime: 0,
  })

/** Changes a work by a request that answers with it. The loading overlay is shown meanwhile. */
export function useWorkMutation<I = void>(
  send: (input: I) => Promise<StudioWork>,
  { onSuccess, ...options }: MutationOptions<I, StudioWork> = {},
) {
  return useApiMutation((input: I) => loadingTracker.track(send(input)), {
    ...options,
    onSuccess(work, input, client) {
      client.setQueryData(workQuery(work.id).queryKey, work)
      for (const queryKey of [
        studioKeys.title(work.id, 'revisions'),
        studioKeys.titles(),
        studioKeys.audit(),
      ])
        void client.invalidateQueries({ queryKey })
      return onSuccess?.(work, input, client)
    },
  })
}
