import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authStore } from './auth-store.ts'
import { ApiError } from '#web/api/client.ts'

/** Whether a retry may succeed. */
const isTransient = (error: unknown) =>
  !(error instanceof ApiError) || error.problem.code === 'service_unavailable'

export const memberQueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && isTransient(error),
      staleTime: 30_000,
    },
    // A failed write may have been applied, so only the user repeats it.
    mutations: { retry: false },
  },
})

let memberId = authStore.getState().user.id
authStore.subscribe(() => {
  const { id } = authStore.getState().user
  if (id === memberId) return
  memberId = id
  memberQueryClient.clear()
})

/** Provides the query cache of the member. Only for member routes: public pages use loaders and do not load the library. */
export function MemberQueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={memberQueryClient}>{children}</QueryClientProvider>
}
