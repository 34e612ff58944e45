import { endpoints } from '#contract/index.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import type { StudioEvent } from '#contract/studio/events.ts'
import type { StudioAsset, StudioAssetDetail } from '#contract/studio/uploads.ts'
import { call, ApiError } from '#web/api/client.ts'
import { uploadsMessages } from './messages.ko.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { useStudioEvents } from '#web/features/studio/common/studio-events.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const { studio_uploads } = endpoints

/** Milliseconds between polls without events: while an asset is processing, and otherwise. */
const activePollMs = 1_000
const idlePollMs = 15_000
/** Milliseconds. The encoder's log has no events. */
const logPollMs = 3_000

export const isProcessing = ({ state }: Pick<StudioAsset, 'state'>) =>
  state !== 'ready' && state !== 'failed'

type Films = EndpointInput<typeof studio_uploads.listAssets>['query']

/** `isLive`: whether events arrive, as `useAssetEvents` returns. */
export const assetsQuery = (query: Films, isLive: boolean) =>
  queryOptions({
    queryKey: ['studio', 'assets', query],
    queryFn: () => call(studio_uploads.listAssets, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isLive ? false : state.data?.results.some(isProcessing) ? activePollMs : idlePollMs,
    staleTime: 0,
  })

export const assetQuery = (id: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['studio', 'asset', id],
    queryFn: () => call(studio_uploads.readAsset, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && isProcessing(state.data) ? (isLive ? logPollMs : activePollMs) : false,
    staleTime: 0,
  })

export const incompleteUploadsQuery = queryOptions({
  queryKey: ['studio', 'unfinished uploads'],
  queryFn: () => call(studio_uploads.listPendingUploads, {}),
  staleTime: 0,
})

const lists = ['assets', 'unfinished uploads'] as const

/** Invalidates the shown assets, except for a deleted one. */
export function invalidateAssets(keys: readonly string[] = [...lists, 'asset']) {
  for (const key of keys) void memberQueryClient.invalidateQueries({ queryKey: ['studio', key] })
}

/**
 * Refetches assets on events.
 * @returns whether events arrive live.
 */
export function useAssetEvents(): boolean {
  return useStudioEvents((event) => {
    if (event === null || event.subject_kind === 'studio_upload') invalidateAssets()
    else if (event.subject_kind === 'media_asset' && !applyEncodingProgress(event))
      invalidateAssets()
  })
}

/**
 * Applies encoding progress to the cache.
 * @returns whether no refetch is needed.
 */
function applyEncodingProgress({ subject_id, moved: to }: StudioEvent): boolean {
  if (!to) return false
  let isKnown = true
  const next = <A extends StudioAsset>(asset: A): A => {
    if (asset.id !== subject_id) return asset
    if (asset.state !== 'encoding') isKnown = false
    return { ...asset, ...to }
  }
  memberQueryClient.setQueriesData<{ count: number; results: StudioAsset[] }>(
    { queryKey: ['studio', 'assets'] },
    (list) => list && { ...list, results: list.results.map(next) },
  )
  memberQueryClient.setQueriesData<StudioAssetDetail>(
    { queryKey: ['studio', 'asset', subject_id] },
    (asset) => asset && next(asset),
  )
  return isKnown
}

/** Runs an asset mutation, shows the result as a toast and invalidates the shown assets. */
export async function runAssetMutation<T>(
  work: Promise<T>,
  done?: string,
  changed?: 'lists',
): Promise<T | undefined> {
  try {
    const answer = await work
    if (done) toasts.show(done, 'success')
    return answer
  } catch (error) {
    toasts.show(
      error instanceof ApiError
        ? (error.problem.errors[0]?.detail ?? error.problem.detail)
        : uploadsMessages.no_answer,
      'danger',
    )
    return undefined
  } finally {
    invalidateAssets(changed && lists)
  }
}
