import * as customer_services from '#web/api/endpoints/customer-services.generated.ts'
import { call } from '#web/api/client.ts'
import { queryOptions } from '@tanstack/react-query'

const queryKey = ['support', 'inquiries'] as const

/** All inquiries of the member, newest first (specification, section 7: `offset=0&limit=0`). */
export const inquiriesQuery = queryOptions({
  queryKey,
  queryFn: () => call(customer_services.listInquiries, { query: { offset: 0, limit: 0 } }),
  staleTime: 0,
})
