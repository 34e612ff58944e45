import { faqPageSize } from '#contract/customer-services/customer-services.ts'
import type { EndpointClient } from '#contract/core/endpoint.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { nullOnError } from '#web/routing/loader-helpers.ts'

const { listSubjects, listFaqs, listAnnouncements } = viewerEndpoints.customer_services
const noticeCount = 4

/** Loads what the support home shows to every visitor; `null` for each part that could not be read. */
export async function loadSupportHome(call: EndpointClient) {
  const [subjects, topFaqs, recentNotices] = await Promise.all([
    nullOnError(call(listSubjects, {})),
    nullOnError(call(listFaqs, { query: { is_top: 'true', limit: faqPageSize } })),
    nullOnError(call(listAnnouncements, { query: { limit: noticeCount } })),
  ])
  return { subjects, top: topFaqs?.results ?? null, notices: recentNotices?.results ?? null }
}

export type SupportHomeData = Awaited<ReturnType<typeof loadSupportHome>>
