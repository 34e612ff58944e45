import { faqPageSize } from '#contract/customer-services/customer-services.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { nullOnError } from './null-on-error.ts'

const { listSubjects, listFaqs, listAnnouncements } = viewerEndpoints.customer_services
const notices = 4

/** What the front door shows to everybody; `null` for what could not be read. */
export async function loadSupportHome(call: EndpointClient) {
  const [subjects, top, recent] = await Promise.all([
    nullOnError(call(listSubjects, {})),
    nullOnError(call(listFaqs, { query: { is_top: 'true', limit: faqPageSize } })),
    nullOnError(call(listAnnouncements, { query: { limit: notices } })),
  ])
  return { subjects, top: top?.results ?? null, notices: recent?.results ?? null }
}

export type SupportHomeData = Awaited<ReturnType<typeof loadSupportHome>>
