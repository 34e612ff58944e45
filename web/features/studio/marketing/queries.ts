import { endpoints } from '#contract/index.ts'
import type { CampaignFilters } from '#contract/accounts/staff/marketing.ts'
import { call } from '#web/api/client.ts'
import { studioKeys } from '../query-keys.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const { studio_marketing: calls } = endpoints

export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: studioKeys.campaigns('detail', id),
    queryFn: () => call(calls.readCampaign, { params: { id } }),
  })

/** The preview of a version, because a draft changes. */
export const previewQuery = ({ id, version }: { id: number; version: number }) =>
  queryOptions({
    queryKey: studioKeys.campaigns('preview', id, version),
    queryFn: () => call(calls.previewCampaign, { params: { id } }),
  })

export const audienceQuery = (filters: CampaignFilters) =>
  queryOptions({
    queryKey: studioKeys.campaigns('audience', filters),
    queryFn: () => call(calls.countAudience, { body: filters }),
    placeholderData: keepPreviousData,
  })

export const surveyMonthsQuery = queryOptions({
  queryKey: studioKeys.deletionSurveys('months'),
  queryFn: () => call(calls.listSurveyMonths, {}),
})
