import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { id, idParams, listResponse, paging, timestamp } from '#contract/core/fields.ts'
import { multilineText, singleLineText } from '#contract/core/text-fields.ts'

export const campaignTitleLength = { min: 1, max: 100 } as const
export const campaignLength = { min: 1, max: 20_000 } as const
/** Days of the filters by the last time that a member watched something. */
export const watchDaysRange = { min: 1, max: 3_650 } as const

/**
 * `draft`: can be edited. `scheduled`: waits for its time and can be cancelled, which makes it a draft again. `sending`: mails
 * are queued in batches. `sent`: every mail has an outcome.
 */
export const campaignStatuses = ['draft', 'scheduled', 'sending', 'sent'] as const

/** A day in Seoul, `2026-11-21`. */
const day = z.iso.date().check(z.regex(/^20/))
const watchDays = z.int().check(z.gte(watchDaysRange.min), z.lte(watchDaysRange.max))
const version = id

/** Conditions on members with marketing consent; null does not filter. */
const filters = {
  /** First and last day of joining, both inclusive. */
  joined_from: z.nullable(day),
  joined_to: z.nullable(day),
  /** Whether the member has a plan now. */
  has_plan: z.nullable(z.boolean()),
  watched_within_days: z.nullable(watchDays),
  /** Includes members who have never watched anything. */
  not_watched_for_days: z.nullable(watchDays),
}
export const CampaignFilters = z.strictObject(filters)

const text = {
  /** The subject after `(광고) `. */
  title: singleLineText(campaignTitleLength),
  /** Rich text (contract/customer-services/rich-text.ts). */
  context: multilineText(campaignLength),
}

export const CampaignSummary = z.object({
  id: z.int(),
  title: z.string(),
  status: z.enum(campaignStatuses),
  /** When sending begins or began; null for a draft. Never between 21:00 and 08:00 in Seoul. */
  send_at: z.nullable(timestamp),
  completed_at: z.nullable(timestamp),
  created_at: timestamp,
  /** Members of the audience whose mails were queued so far. */
  audience: z.int(),
  /** Mails accepted by the mail server, refused for good, and still queued. */
  sent: z.int(),
  failed: z.int(),
  queued: z.int(),
  /** Members who withdrew their consent by the link of this campaign. */
  unsubscribed: z.int(),
})

export const Campaign = z.extend(CampaignSummary, {
  context: z.string(),
  ...filters,
  version: z.int(),
})

export const CampaignPreview = z.object({ subject: z.string(), html: z.string() })

/** Deleted accounts of a month and the selected reasons. A member may select several, or none. */
export const SurveyMonth = z.object({
  /** `2026-11`, in Seoul. */
  month: z.string(),
  count: z.int(),
  service_problem: z.int(),
  less_function: z.int(),
  high_price: z.int(),
  no_reason: z.int(),
})

/** A comment of a member who deleted the account; nothing identifies the member. */
export const SurveyComment = z.object({
  id: z.int(),
  /** The day in Seoul; the time could identify the member. */
  day: z.string(),
  service_problem: z.boolean(),
  less_function: z.boolean(),
  high_price: z.boolean(),
  user_comment: z.string(),
})

export type CampaignStatus = (typeof campaignStatuses)[number]
export type CampaignFilters = z.infer<typeof CampaignFilters>
export type CampaignSummary = z.infer<typeof CampaignSummary>
export type Campaign = z.infer<typeof Campaign>
export type SurveyMonth = z.infer<typeof SurveyMonth>
export type SurveyComment = z.infer<typeof SurveyComment>

export const studio_marketing = {
  listCampaigns: endpoint({
    method: 'GET',
    path: '/api/studio/campaigns/',
    summary: 'Lists marketing campaigns, newest first',
    access: studioAccess.marketing,
    query: z.strictObject(paging(20)),
    response: listResponse(CampaignSummary),
  }),
  readCampaign: endpoint({
    method: 'GET',
    path: '/api/studio/campaigns/{id}/',
    summary: 'Returns a campaign with its figures',
    access: studioAccess.marketing,
    params: idParams,
    response: Campaign,
  }),
  createCampaign: endpoint({
    method: 'POST',
    path: '/api/studio/campaigns/',
    summary: 'Adds a campaign as a draft',
    access: studioAccess.marketing,
    body: z.strictObject({ ...text, ...filters }),
    response: Campaign,
    status: 201,
  }),
  updateCampaign: endpoint({
    method: 'PATCH',
    path: '/api/studio/campaigns/{id}/',
    summary: 'Changes a draft; `conflict` if it is no draft or the version is outdated',
    access: studioAccess.marketing,
    params: idParams,
    body: z.strictObject({ version, ...z.partial(z.object({ ...text, ...filters })).shape }),
    response: Campaign,
    problems: ['conflict'],
  }),
  deleteCampaign: endpoint({
    method: 'DELETE',
    path: '/api/studio/campaigns/{id}/',
    summary: 'Deletes a draft',
    access: studioAccess.marketing,
    params: idParams,
    response: null,
    problems: ['conflict'],
  }),
  countAudience: endpoint({
    method: 'POST',
    path: '/api/studio/campaigns/audience/',
    summary: 'Counts the members with marketing consent that match the filters now',
    access: studioAccess.marketing,
    body: CampaignFilters,
    response: z.object({ count: z.int() }),
  }),
  previewCampaign: endpoint({
    method: 'GET',
    path: '/api/studio/campaigns/{id}/preview/',
    summary: 'Returns the mail of a campaign as its recipients get it',
    access: studioAccess.marketing,
    params: idParams,
    response: CampaignPreview,
  }),
  testCampaign: endpoint({
    method: 'POST',
    path: '/api/studio/campaigns/{id}/test/',
    summary: 'Sends the mail of a campaign to the caller, at any hour',
    access: studioAccess.marketing,
    params: idParams,
    response: null,
  }),
  sendCampaign: endpoint({
    method: 'POST',
    path: '/api/studio/campaigns/{id}/send/',
    summary:
      'Schedules a draft, now or at a time; nothing is sent between 21:00 and 08:00 in Seoul',
    access: studioAccess.marketing,
    params: idParams,
    /** A null `send_at` means now. `conflict` if the draft is not the version that the caller has seen. */
    body: z.strictObject({ version, send_at: z.nullable(timestamp) }),
    response: Campaign,
    problems: ['conflict'],
  }),
  cancelCampaign: endpoint({
    method: 'POST',
    path: '/api/studio/campaigns/{id}/cancel/',
    summary: 'Makes a scheduled campaign a draft again; `conflict` once sending has begun',
    access: studioAccess.marketing,
    params: idParams,
    response: Campaign,
    problems: ['conflict'],
  }),
  listSurveyMonths: endpoint({
    method: 'GET',
    path: '/api/studio/deletion-surveys/months/',
    summary: 'Lists why members deleted their accounts, for each of the last 12 months, ascending',
    access: studioAccess.deletion_surveys,
    response: z.object({ results: z.array(SurveyMonth) }),
  }),
  listSurveyComments: endpoint({
    method: 'GET',
    path: '/api/studio/deletion-surveys/comments/',
    summary: 'Lists the comments of members who deleted their accounts, newest first, anonymous',
    access: studioAccess.deletion_surveys,
    query: z.strictObject(paging(20)),
    response: listResponse(SurveyComment),
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/marketing/unsubscribe/',
    summary: 'Withdraws the marketing consent by the token of a mail, without a session',
    access: 'anyone',
    body: z.strictObject({ token: z.string().check(z.maxLength(100)) }),
    response: null,
    problems: ['invalid_link'],
  }),
}
