import type { Inquiry } from '#contract/customer-services/customer-services.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { call } from '#web/data/client.ts'
import { isRefused } from '#web/data/refused.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

const { listInquiries, deleteInquiry } = viewerEndpoints.customer_services

/** All of the member's inquiries, the last first (specification, section 7: `offset=0&limit=0`). */
export const inquiriesQuery = queryOptions({
  queryKey: ['customer_services', 'inquiries'],
  queryFn: () => call(listInquiries, { query: { offset: 0, limit: 0 } }),
  staleTime: 0,
})

type Listed = { count: number; results: Inquiry[] }

/** Takes an inquiry away, here and on the server. */
export async function takeAway(client: QueryClient, id: number): Promise<void> {
  await call(deleteInquiry, { params: { id } }).catch((error: unknown) => {
    // Deleted elsewhere meanwhile: as it was wanted.
    if (!isRefused(error, 'not_found')) throw error
  })
  // What is being read just now may still have it.
  await client.cancelQueries(inquiriesQuery)
  client.setQueryData<Listed>(
    inquiriesQuery.queryKey,
    (data) =>
      data && {
        count: data.count - 1,
        results: data.results.filter((one) => one.id !== id),
      },
  )
}
