import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authStore } from './auth-store.ts'
import { ApiError } from '#web/api/client.ts'

/** What may pass by itself: no answer at all, or the server's word that something it needs is away. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.problem.code === 'service_unavailable'

export const memberQueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && mayPass(error),
      staleTime: 30_000,
    },
    // A write is made again by hand alone: the first may have arrived.
    mutations: { retry: false },
  },
})

// What was read belongs to who read it.
let reader = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === reader) return
  reader = id
  memberQueryClient.clear()
})

/**
 * What members' screens read is kept here. Around those alone, by the route that needs it: pages for everybody
 * come from loaders and do without the library.
 */
export function MemberQueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={memberQueryClient}>{children}</QueryClientProvider>
}
