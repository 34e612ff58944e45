import { endpoints } from '#contract/index.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { StudioAsset } from '#contract/studio-uploads.ts'
import { call, CallRefused } from '#web/data/client.ts'
import { uploadsCopy } from '#web/copy/studio-uploads.ts'
import { queryClient } from '#web/data/queries.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const { studio_uploads } = endpoints

/** How often lists are asked for while something in them moves, and while nothing does. Milliseconds. */
const live = 1_000
const still = 15_000

export const isUnderWay = ({ state }: Pick<StudioAsset, 'state'>) =>
  state !== 'ready' && state !== 'failed'

export const assetsQuery = (query: CallInput<typeof studio_uploads.listAssets>['query']) =>
  queryOptions({
    queryKey: ['studio', 'assets', query],
    queryFn: () => call(studio_uploads.listAssets, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? live : still),
    staleTime: 0,
  })

export const assetQuery = (id: number) =>
  queryOptions({
    queryKey: ['studio', 'asset', id],
    queryFn: () => call(studio_uploads.readAsset, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? live : false),
    staleTime: 0,
  })

export const unfinishedQuery = queryOptions({
  queryKey: ['studio', 'unfinished uploads'],
  queryFn: () => call(studio_uploads.listUnfinishedUploads, {}),
  staleTime: 0,
})

const lists = ['assets', 'unfinished uploads'] as const

/** What is shown of films is asked for anew; not the one that is gone by now. */
export function filmsChanged(keys: readonly string[] = [...lists, 'asset']) {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: ['studio', key] })
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
      error instanceof CallRefused
        ? (error.problem.errors[0]?.detail ?? error.problem.detail)
        : uploadsCopy.no_answer,
      'danger',
    )
    return undefined
  } finally {
    filmsChanged(changed && lists)
  }
}
