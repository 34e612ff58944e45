import { endpoints } from '#contract/index.ts'
import type { EndpointInput } from '#contract/core/endpoint.ts'
import { call } from '#web/api/client.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const { studio_support: calls } = endpoints
const base = ['studio', 'service'] as const
/** Milliseconds between polls while no events arrive. */
export const pollIntervalMs = 15_000

export const serviceKeys = {
  inbox: [...base, 'inbox'],
  inquiry: [...base, 'inquiry'],
  templates: [...base, 'templates'],
  faqs: [...base, 'faqs'],
  notices: [...base, 'notices'],
  reviews: [...base, 'reviews'],
} as const

type Query<E extends { query: unknown }> = E['query']

export const inboxQuery = (query: Query<EndpointInput<typeof calls.listInquiries>>) =>
  queryOptions({
    queryKey: [...serviceKeys.inbox, query],
    queryFn: () => call(calls.listInquiries, { query }),
    placeholderData: keepPreviousData,
  })

export const inquiryQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.inquiry, id],
    queryFn: () => call(calls.readInquiry, { params: { id } }),
  })

export const colleaguesQuery = queryOptions({
  queryKey: [...base, 'colleagues'],
  queryFn: () => call(calls.listStaff, {}),
  staleTime: 5 * 60_000,
})

export const templatesQuery = queryOptions({
  queryKey: serviceKeys.templates,
  queryFn: () => call(calls.listTemplates, {}),
})

export const faqsQuery = (inquiry_subject_id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.faqs, inquiry_subject_id],
    queryFn: () => call(calls.listEditableFaqs, { query: { inquiry_subject_id } }),
    placeholderData: keepPreviousData,
  })

export const noticesQuery = (page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: [...serviceKeys.notices, page],
    queryFn: () => call(calls.listEditableNotices, { query: page }),
    placeholderData: keepPreviousData,
  })

export const noticeQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.notices, 'one', id],
    queryFn: () => call(calls.readEditableNotice, { params: { id } }),
  })

export const reviewsQuery = (query: Query<EndpointInput<typeof calls.listReportedReviews>>) =>
  queryOptions({
    queryKey: [...serviceKeys.reviews, query],
    queryFn: () => call(calls.listReportedReviews, { query }),
    placeholderData: keepPreviousData,
  })
