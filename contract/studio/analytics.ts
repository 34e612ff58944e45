import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { idString, timestamp, integerString, listResponse } from '#contract/core/fields.ts'

/** A day in Seoul, `2026-11-21`. */
const day = z.iso.date().check(z.regex(/^20/))

/** So many days are told of at once. */
export const maxRangeDays = 400

/** Days in Seoul, both included; the last 28 where nothing is said. */
const range = { from: z.optional(day), to: z.optional(day) }

/** What happened on one day in Seoul. Money in won, as the ledger books it on that day. */
export const DailyStats = z.object({
  day,
  /** One for each viewer of an episode on the day, visitors included. */
  plays: z.int(),
  /** Of film, by members: what was jumped over is not watched. */
  minutes: z.int(),
  /** What came in: `purchases` of episodes, `top_ups` of points, `subscriptions`. */
  revenue: z.int(),
  purchases: z.int(),
  top_ups: z.int(),
  subscriptions: z.int(),
  /** What went back, on the day it went. */
  refunds: z.int(),
  /** Subscribers who paid their first period, another, whose charge failed first, and whose subscription ended. */
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
  /** Members who play something at this moment. */
  viewers_now: z.int(),
  /** Members who subscribe at this moment. */
  subscribers: z.int(),
  today: DailyStats,
  yesterday: DailyStats,
  /** The same day of last week. */
  week_ago: DailyStats,
  /** The fourteen days before today and today, in order. */
  recent: z.array(DailyStats),
})
export type AnalyticsOverview = z.infer<typeof AnalyticsOverview>

/** Works of several episodes, or films. */
export const workKinds = ['series', 'film'] as const

export const WorkStats = z.object({
  series_id: z.int(),
  title: z.string(),
  kind: z.enum(workKinds),
  plays: z.int(),
  minutes: z.int(),
  /** Won, and points that were paid for, less what went back. */
  sales: z.int(),
})
export type WorkStats = z.infer<typeof WorkStats>

/** Why a player gave up: it had no network, could not read the film, cannot play here, or was not let. */
export const playerErrorCodes = ['network', 'media', 'unsupported', 'refused'] as const

export const PlayerError = z.object({
  code: z.enum(playerErrorCodes),
  episode_id: z.int(),
  series_title: z.string(),
  /** Null where the work has but one. */
  episode_number: z.nullable(z.int()),
  /** `Chrome · Windows`; empty where it does not say. */
  browser: z.string(),
  count: z.int(),
  last_seen_at: timestamp,
  /** The engine's words, of the last. */
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
    path: '/api/studio/numbers/overview/',
    summary: 'Today beside yesterday and the same day of last week, and who watches now',
    access: 'staff',
    answer: AnalyticsOverview,
  }),
  listDays: endpoint({
    method: 'GET',
    path: '/api/studio/numbers/days/',
    summary: 'Figures by the day in Seoul, in order, at most 400 days',
    access: 'staff',
    query: z.strictObject(range),
    answer: listResponse(DailyStats),
  }),
  downloadDays: endpoint({
    method: 'GET',
    path: '/api/studio/numbers/days/csv/',
    summary: 'The same as CSV',
    access: 'staff',
    query: z.strictObject(range),
    answer: null,
    download: true,
  }),
  listWorks: endpoint({
    method: 'GET',
    path: '/api/studio/numbers/works/',
    summary: 'The works that were played, watched or sold most in these days',
    access: 'staff',
    query: z.strictObject({ ...workQuery, limit: z._default(integerString(1, 100), 10) }),
    answer: z.object({ results: z.array(WorkStats) }),
  }),
  downloadWorks: endpoint({
    method: 'GET',
    path: '/api/studio/numbers/works/csv/',
    summary: 'Every work of these days as CSV',
    access: 'staff',
    query: z.strictObject(workQuery),
    answer: null,
    download: true,
  }),
  listPlayerErrors: endpoint({
    method: 'GET',
    path: '/api/studio/numbers/player-errors/',
    summary: 'What players said went wrong in these days, the most frequent first',
    access: 'staff',
    query: z.strictObject({
      ...range,
      code: z.optional(z.enum(playerErrorCodes)),
      episode_id: z.optional(idString),
      limit: z._default(integerString(1, 100), 10),
    }),
    answer: listResponse(PlayerError),
  }),
  downloadPlayerErrors: endpoint({
    method: 'GET',
    path: '/api/studio/numbers/player-errors/csv/',
    summary: 'All of it as CSV',
    access: 'staff',
    query: z.strictObject(range),
    answer: null,
    download: true,
  }),
  /** Counted, and nothing of who says it is kept. */
  reportPlayerError: endpoint({
    method: 'POST',
    path: '/api/contents/player-errors/',
    summary: 'Says that playing stopped for good',
    access: 'anyone',
    body: z.strictObject({
      episode_id: z.int().check(z.gte(1), z.lte(2_147_483_647)),
      code: z.enum(playerErrorCodes),
      detail: z._default(z.string().check(z.maxLength(200), z.regex(/^[^\0]*$/)), ''),
    }),
    answer: null,
  }),
}
