import { studio_uploads } from '#contract/media/staff.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { StudioAsset } from '#contract/media/staff.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation, type MutationOptions } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { uploadsMessages } from './messages.ko.ts'
import { staffQueryClient } from '#web/features/studio/common/staff-query-client.tsx'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Milliseconds between polls without events: while an asset is processing, and otherwise. */
const activePoll_ms = 1_000
const idlePoll_ms = 15_000
/** Milliseconds. The encoder's log has no events. */
const logPoll_ms = 3_000

export const isProcessing = ({ state }: Pick<StudioAsset, 'state'>) =>
  state !== 'ready' && state !== 'failed'

type AssetFilters = EndpointInput<typeof studio_uploads.listAssets>['query']

/**
 * The polling interval of a list of assets, in ms.
 * @param isLive whether events arrive, as `useIsLive` returns.
 */
export const assetPollInterval = (assets: readonly StudioAsset[], isLive: boolean) =>
  isLive ? false : assets.some(isProcessing) ? activePoll_ms : idlePoll_ms

export const assetsQuery = (query: AssetFilters, isLive: boolean) =>
  queryOptions({
    queryKey: studioKeys.assets(query),
    queryFn: () => call(studio_uploads.listAssets, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => assetPollInterval(state.data?.results ?? [], isLive),
    staleTime: 0,
  })

export const assetQuery = (id: number, isLive: boolean) =>
  queryOptions({
    queryKey: studioKeys.asset(id),
    queryFn: () => call(studio_uploads.readAsset, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && isProcessing(state.data) ? (isLive ? logPoll_ms : activePoll_ms) : false,
    staleTime: 0,
  })

export const incompleteUploadsQuery = queryOptions({
  queryKey: studioKeys.incompleteUploads(),
  queryFn: () => call(studio_uploads.listPendingUploads, {}),
  staleTime: 0,
})

const shownKeys = [studioKeys.assets(), studioKeys.incompleteUploads(), studioKeys.asset()]

/** Invalidates the shown assets. */
export function invalidateAssets() {
  for (const queryKey of shownKeys) void staffQueryClient.invalidateQueries({ queryKey })
}

/** A change of assets; the shown ones are fetched again. */
export const useAssetMutation = <R, I = void>(
  send: (input: I) => Promise<R>,
  options: MutationOptions<I, R> = {},
) => useApiMutation(send, { invalidates: shownKeys, ...options })

export const useAttachAsset = (id: number) =>
  useAssetMutation(
    (episode_id: number | null) =>
      call(studio_uploads.attachAsset, { params: { id }, body: { episode_id } }),
    {
      toast: (_, episode_id) =>
        episode_id === null ? uploadsMessages.unplaced : uploadsMessages.placed,
    },
  )

export const useCancelAsset = (id: number) =>
  useAssetMutation(() => call(studio_uploads.cancelAsset, { params: { id } }), {
    toast: uploadsMessages.cancelled,
  })

export const useRetryAsset = (id: number) =>
  useAssetMutation(() => call(studio_uploads.retryAsset, { params: { id } }), {
    toast: uploadsMessages.retried,
  })

/** @param onDeleted leaves the page of the asset, which would fetch it again. */
export const useDeleteAsset = (id: number, onDeleted: () => unknown) =>
  useAssetMutation(() => call(studio_uploads.deleteAsset, { params: { id } }), {
    toast: uploadsMessages.deleted,
    onSuccess: onDeleted,
    invalidates: [studioKeys.assets(), studioKeys.incompleteUploads()],
  })
