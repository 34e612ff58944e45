import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query'
import type { MemberSeries } from '#contract/contents/playback.ts'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api/api-errors.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { onProfileChange, useAuth } from './auth-store.ts'
import { memberContentStore, type MemberContent, type RatingUpdate } from './member-content.ts'

/** Whether a retry may succeed. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || error.problem.code === 'service_unavailable'

export function createMemberQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isTransient(error),
        staleTime: 30_000,
      },
      // A failed write may have been applied, so only the user repeats it.
      mutations: { retry: false },
    },
  })
  // Pages show them without observing them.
  for (const queryKey of [contentKeys.likeStates, contentKeys.episodeAccess])
    client.setQueryDefaults(queryKey, { gcTime: Infinity })
  client.getQueryCache().subscribe((event) => {
    const isData = event.type === 'updated' && event.action.type === 'success'
    if (isData && client === memberQueryClient) showOnPages(event.query)
  })
  return client
}

/** Copies what pages show without the query library into `memberContentStore`. */
function showOnPages({ queryKey, state: { data } }: Query) {
  if (queryKey[0] !== 'content' || data === undefined) return
  const { series, ratings } = memberContentStore.getState()
  switch (queryKey.at(-1)) {
    case 'member':
      return memberContentStore.setState({
        series: new Map(series).set(Number(queryKey[2]), data as MemberSeries),
      })
    case 'rating':
      return memberContentStore.setState({
        ratings: new Map(ratings).set(queryKey.slice(1, 3).join(':'), data as RatingUpdate),
      })
    case 'like-states':
      return memberContentStore.setState({ likes: data as MemberContent['likes'] })
    case 'episode-access':
      return memberContentStore.setState({ access: data as MemberContent['access'] })
  }
}

/**
 * The query cache of the current profile. Replaced when another one is chosen or the member leaves, so that late responses and
 * writes stay in the cache that they began on.
 */
export let memberQueryClient = createMemberQueryClient()
let generation = 0

onProfileChange((previous_id) => {
  // The cache of a visitor holds nothing personal.
  if (previous_id === null) return
  const previous = memberQueryClient
  memberQueryClient = createMemberQueryClient()
  generation += 1
  void previous.cancelQueries()
  previous.clear()
})

/** Provides the query cache of the profile. Only for member routes: public pages use loaders and do not load the library. */
export function MemberQueryProvider({ children }: { children: ReactNode }) {
  // Renders again with the new cache when the member changes.
  useAuth()
  return (
    <QueryClientProvider key={generation} client={memberQueryClient}>
      {children}
    </QueryClientProvider>
  )
}
