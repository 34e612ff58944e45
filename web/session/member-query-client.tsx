import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '#web/api/api-errors.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { onProfileChange, useAuth } from './auth-store.ts'
import { provideQueryClient } from './member-content.ts'

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
  return client
}

/**
 * The query cache of the current profile. Replaced when another one is chosen or the member leaves, so that late responses and
 * writes stay in the cache that they began on.
 */
export let memberQueryClient = createMemberQueryClient()
let generation = 0
provideQueryClient(memberQueryClient)

onProfileChange((previous_id) => {
  // The cache of a visitor holds nothing personal.
  if (previous_id === null) return
  const previous = memberQueryClient
  memberQueryClient = createMemberQueryClient()
  generation += 1
  provideQueryClient(memberQueryClient)
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
