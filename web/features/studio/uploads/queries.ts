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

/** How often films are asked for where news does not come: while one of them moves, and while none does. Milliseconds. */
const live = 1_000
const still = 15_000
/** What the encoder says comes with no news. */
const wordsEvery = 3_000

export const isProcessing = ({ state }: Pick<StudioAsset, 'state'>) =>
  state !== 'ready' && state !== 'failed'

type Films = EndpointInput<typeof studio_uploads.listAssets>['query']

/** `isLive`: whether news of films comes by itself, as `useFilmNews` says. */
export const assetsQuery = (query: Films, isLive: boolean) =>
  queryOptions({
    queryKey: ['studio', 'assets', query],
    queryFn: () => call(studio_uploads.listAssets, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isLive ? false : state.data?.results.some(isProcessing) ? live : still,
    staleTime: 0,
  })

export const assetQuery = (id: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['studio', 'asset', id],
    queryFn: () => call(studio_uploads.readAsset, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && isProcessing(state.data) ? (isLive ? wordsEvery : live) : false,
    staleTime: 0,
  })

export const incompleteUploadsQuery = queryOptions({
  queryKey: ['studio', 'unfinished uploads'],
  queryFn: () => call(studio_uploads.listPendingUploads, {}),
  staleTime: 0,
})

const lists = ['assets', 'unfinished uploads'] as const

/** What is shown of films is asked for anew; not the one that is gone by now. */
export function filmsChanged(keys: readonly string[] = [...lists, 'asset']) {
  for (const key of keys) void memberQueryClient.invalidateQueries({ queryKey: ['studio', key] })
}

/** Keeps what is shown of films up with what happens to them. @returns whether that is at once. */
export function useAssetEvents(): boolean {
  return useStudioEvents((news) => {
    if (news === null || news.subject_kind === 'studio_upload') filmsChanged()
    else if (news.subject_kind === 'media_asset' && !applyEncodingProgress(news)) filmsChanged()
  })
}

/** Takes in how far a film is. @returns whether nothing else of it is to be read. */
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

/** Does something to a film, says how that went, and has what is shown of it asked for anew. */
export async function acting<T>(
  work: Promise<T>,
  done?: string,
  changed?: 'lists',
): Promise<T | undefined> {
  try {
    const answer = await work
    if (done) toasts.show(done, 'good')
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
    filmsChanged(changed && lists)
  }
}
