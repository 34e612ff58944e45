import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onMemberChange, useAuth } from '#web/session/auth-store.ts'
import { createMemberQueryClient } from '#web/session/member-query-client.tsx'

/** The query cache of the studio, which belongs to the member: choosing a profile in another tab ends no work there. */
export let staffQueryClient = createMemberQueryClient()
let generation = 0

onMemberChange((previous_id) => {
  if (previous_id === null) return
  const previous = staffQueryClient
  staffQueryClient = createMemberQueryClient()
  generation += 1
  void previous.cancelQueries()
  previous.clear()
})

/** Provides the query cache of the studio. */
export function StaffQueryProvider({ children }: { children: ReactNode }) {
  // Renders again with the new cache when the member changes.
  useAuth()
  return (
    <QueryClientProvider key={generation} client={staffQueryClient}>
      {children}
    </QueryClientProvider>
  )
}
