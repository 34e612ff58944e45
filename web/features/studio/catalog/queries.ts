import { endpoints } from '#contract/index.ts'
import type { StudioWork } from '#contract/studio/catalogue.ts'
import type { StudioEvent } from '#contract/studio/events.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation, type MutationOptions } from '#web/api/use-api-mutation.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { useStudioEvents } from '#web/features/studio/common/studio-events.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'

const { studio_catalogue } = endpoints

export const titleQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.title(id),
    queryFn: () => call(studio_catalogue.readWork, { params: { id } }),
    // The base of an edit is always refetched.
    staleTime: 0,
  })

export const revisionsQuery = (id: number, page = 1) =>
  queryOptions({
    queryKey: studioKeys.title(id, 'revisions', page),
    queryFn: () =>
      call(studio_catalogue.readEditHistory, {
        params: { id },
        query: { limit: revisionPageSize, offset: (page - 1) * revisionPageSize },
      }),
    staleTime: 0,
  })
export const revisionPageSize = 30

/** Refetches a title when colleagues or the encoder change it. */
export function useTitleEvents(work: StudioWork | undefined) {
  const client = useQueryClient()
  useStudioEvents((event) => {
    if (work && (event === null || concernsTitle(work, event)))
      void client.invalidateQueries({ queryKey: studioKeys.title(work.id) })
  })
}

function concernsTitle(
  { id, seasons }: StudioWork,
  { subject_kind, subject_id, moved }: StudioEvent,
) {
  const episodes = seasons.flatMap((season) => season.episodes)
  switch (subject_kind) {
    case 'series':
      return subject_id === id
    case 'season':
      return seasons.some((season) => season.id === subject_id)
    case 'episode':
      return episodes.some((episode) => episode.id === subject_id)
    case 'media_asset':
      return !moved && episodes.some(({ asset_id }) => asset_id === subject_id)
    default:
      return false
  }
}

/** Changes a title by a request that answers with it. The loading overlay is shown meanwhile. */
export function useTitleMutation<I = void>(
  send: (input: I) => Promise<StudioWork>,
  { onSuccess, ...options }: MutationOptions<I, StudioWork> = {},
) {
  return useApiMutation((input: I) => loadingTracker.track(send(input)), {
    ...options,
    onSuccess(work, input, client) {
      client.setQueryData(titleQuery(work.id).queryKey, work)
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
