import { studio_reviews } from '#contract/reviews/staff.ts'
import { studio_support as calls } from '#contract/customer-services/staff.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Milliseconds between polls while no events arrive. */
export const pollInterval_ms = 15_000

/** The text of an error, also for an article that was changed by a colleague. */
export const articleErrorMessage = (error: unknown): string =>
  isApiError(error, 'conflict') ? studioServiceMessages.conflict : errorMessage(error)

/** The text of an error, also for an inquiry that was taken or answered by a colleague. */
export function inquiryErrorMessage(error: unknown): string {
  const { taken_by_other, answered_by_other } = studioServiceMessages.inbox
  if (isApiError(error, 'conflict')) return taken_by_other
  return isApiError(error, 'already_answered') ? answered_by_other : errorMessage(error)
}

type Query<E extends { query: unknown }> = E['query']

export const inboxQuery = (query: Query<EndpointInput<typeof calls.listInquiries>>) =>
  queryOptions({
    queryKey: studioKeys.inbox(query),
    queryFn: () => call(calls.listInquiries, { query }),
    placeholderData: keepPreviousData,
  })

export const inquiryQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.inquiry(id),
    queryFn: () => call(calls.readInquiry, { params: { id } }),
  })

export const colleaguesQuery = queryOptions({
  queryKey: studioKeys.colleagues(),
  queryFn: () => call(calls.listStaff, {}),
  staleTime: 5 * 60_000,
})

export const templatesQuery = queryOptions({
  queryKey: studioKeys.templates(),
  queryFn: () => call(calls.listTemplates, {}),
})

export const faqsQuery = (inquiry_subject_id: number) =>
  queryOptions({
    queryKey: studioKeys.faqs(inquiry_subject_id),
    queryFn: () => call(calls.listEditableFaqs, { query: { inquiry_subject_id } }),
    placeholderData: keepPreviousData,
  })

export const noticeQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.notices('detail', id),
    queryFn: () => call(calls.readEditableNotice, { params: { id } }),
  })

export const reviewsQuery = (
  query: Query<EndpointInput<typeof studio_reviews.listReportedReviews>>,
) =>
  queryOptions({
    queryKey: studioKeys.reviews(query),
    queryFn: () => call(studio_reviews.listReportedReviews, { query }),
    placeholderData: keepPreviousData,
  })
