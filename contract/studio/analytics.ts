import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { id, idString, timestamp, integerString, listResponse } from '#contract/core/fields.ts'

/** A day in Seoul, `2026-11-21`. */
const day = z.iso.date().check(z.regex(/^20/))

/** The longest range of one request. */
export const maxRangeDays = 400

/** Days in Seoul, both inclusive; defaults to the last 28. */
const range = { from: z.optional(day), to: z.optional(day) }

/** Statistics of one day in Seoul. Amounts are in won, on the day of the ledger posting. */
export const DailyStats = z.object({
  day,
  /** One per viewer and episode and day, including guests. */
  plays: z.int(),
  /** Minutes watched by members; skipped parts do not count. */
  minutes: z.int(),
  /** Income: the sum of `purchases` of episodes, `top_ups` of points and `subscriptions`. */
  revenue: z.int(),
  purchases: z.int(),
  top_ups: z.int(),
  subscriptions: z.int(),
  /** Refunds, on the day of the refund. */
  refunds: z.int(),
  /** Subscriptions that were started, renewed, became past due, and ended. */
  joined: z.int(),
  renewed: z.int(),
  past_due: z.int(),
  left: z.int(),
  /** New members. */
  members: z.int(),
  player_errors: z.int(),
})
export type DailyStats = z.infer<typeof DailyStats>

export const AnalyticsOverview = z.object({
  at: timestamp,
  /** Members with active playback. */
  viewers_now: z.int(),
  /** Members with a current subscription. */
  subscribers: z.int(),
  today: DailyStats,
  yesterday: DailyStats,
  /** The same weekday of the previous week. */
  week_ago: DailyStats,
  /** The previous fourteen days and today, in ascending order. */
  recent: z.array(DailyStats),
})
export type AnalyticsOverview = z.infer<typeof AnalyticsOverview>

/** Works with several episodes, or films. */
export const workKinds = ['series', 'film'] as const

export const WorkStats = z.object({
  series_id: z.int(),
  title: z.string(),
  kind: z.enum(workKinds),
  plays: z.int(),
  minutes: z.int(),
  /** Won and paid points, less refunds. */
  sales: z.int(),
})
export type WorkStats = z.infer<typeof WorkStats>

/** Fatal player errors: network failure, undecodable media, unsupported browser, access refused. */
export const playerErrorCodes = ['network', 'media', 'unsupported', 'refused'] as const

export const PlayerError = z.object({
  code: z.enum(playerErrorCodes),
  episode_id: z.int(),
  series_title: z.string(),
  /** Null if the work has a single episode. */
  episode_number: z.nullable(z.int()),
  /** `Chrome · Windows`; empty if the browser does not send it. */
  browser: z.string(),
  count: z.int(),
  last_seen_at: timestamp,
  /** Message of the player engine, from the latest report. */
  detail: z.string(),
})
export type PlayerError = z.infer<typeof PlayerError>

const workQuery = {
  ...range,
  by: z._default(z.enum(['plays', 'minutes', 'sales']), 'plays' as const),
  kind: z.optional(z.enum(workKinds)),
}

export const studio_analytics = {
  readOverview: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/overview/',
    summary: 'Returns the statistics of today, yesterday and a week ago, and the current viewers',
    access: studioAccess.figures,
    response: AnalyticsOverview,
  }),
  listDays: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/days/',
    summary: 'Lists the statistics per day in Seoul, ascending, at most 400 days',
    access: studioAccess.figures,
    query: z.strictObject(range),
    response: listResponse(DailyStats),
  }),
  downloadDays: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/days/csv/',
    summary: 'Downloads the statistics per day as CSV',
    access: studioAccess.figures,
    query: z.strictObject(range),
    response: null,
    download: true,
  }),
  listWorks: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/works/',
    summary: 'Lists the most played, watched or sold works of the range',
    access: studioAccess.figures,
    query: z.strictObject({ ...workQuery, limit: z._default(integerString(1, 100), 10) }),
    response: z.object({ results: z.array(WorkStats) }),
  }),
  downloadWorks: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/works/csv/',
    summary: 'Downloads the statistics of every work of the range as CSV',
    access: studioAccess.figures,
    query: z.strictObject(workQuery),
    response: null,
    download: true,
  }),
  listPlayerErrors: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/player-errors/',
    summary: 'Lists the player errors of the range, most frequent first',
    access: studioAccess.figures,
    query: z.strictObject({
      ...range,
      code: z.optional(z.enum(playerErrorCodes)),
      episode_id: z.optional(idString),
      limit: z._default(integerString(1, 100), 10),
    }),
    response: listResponse(PlayerError),
  }),
  downloadPlayerErrors: endpoint({
    method: 'GET',
    path: '/api/studio/analytics/player-errors/csv/',
    summary: 'Downloads the player errors of the range as CSV',
    access: studioAccess.figures,
    query: z.strictObject(range),
    response: null,
    download: true,
  }),
  /** Only counted; nothing about the reporter is stored. */
  reportPlayerError: endpoint({
    method: 'POST',
    path: '/api/contents/player-errors/',
    summary: 'Reports a fatal player error',
    access: 'anyone',
    body: z.strictObject({
      episode_id: id,
      code: z.enum(playerErrorCodes),
      detail: z._default(z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/)), ''),
    }),
    response: null,
  }),
}
