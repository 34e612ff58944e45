import * as z from 'zod/mini'
import { Episode, SeriesCard } from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  bigIdParams,
  idParams,
  timestamp,
  listResponse,
  paging,
  bigIdString,
  id,
} from '#contract/core/fields.ts'
import { problemCodes } from '#contract/core/problem-codes.ts'
import { NotificationsMessage } from '#contract/notifications/notifications.ts'
import { RemoteSocketMessage } from '#contract/playback/remote.ts'

/** Seconds: two days, the bound of an episode's `runtime`. */
const maxRuntimeSeconds = 172_800

/** A progress update in whole seconds, sent over the socket or, if it is down, as a request. */
export const WatchProgress = z.strictObject({
  episode_id: id,
  progress: z.int().check(z.gte(0), z.lte(maxRuntimeSeconds)),
})

/** A server message. `saved` follows the commit; `progress` reports another device or tab of the member. */
export const WatchSocketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('saved'), episode_id: z.int(), progress: z.int() }),
  z.object({
    type: z.literal('progress'),
    episode_id: z.int(),
    progress: z.int(),
    is_completed: z.boolean(),
  }),
  // A stream was taken over. `stream_id` is the ended stream, `by` the one that replaces it, which may be another
  // tab of the same browser.
  z.object({
    type: z.literal('stream_ended'),
    stream_id: z.int(),
    by: z.object({ id: z.int(), device: z.string(), is_this_browser: z.optional(z.boolean()) }),
  }),
  /** An inquiry of the member was answered. The server pushes it like `progress`. */
  z.object({ type: z.literal('inquiry_answered'), inquiry_id: z.int() }),
  NotificationsMessage,
  RemoteSocketMessage,
  z.object({ type: z.literal('error'), code: z.enum(problemCodes), detail: z.string() }),
])

/** A history entry: an episode and its progress in seconds. `id` is the `watch_id` to delete it with. */
export const WatchHistoryEntry = z.object({
  id: z.int(),
  episode: Episode,
  progress: z.int(),
  is_completed: z.boolean(),
  watched_at: timestamp,
})

/** A continue-watching (이어보기) card: the unfinished episode of a series, or the one after a completed one. */
export const ContinueWatchingCard = z.object({
  series_id: z.int(),
  episode: Episode,
  /** 0 if it is the next episode and has not been started. */
  progress: z.int(),
  watched_at: timestamp,
})

export const contentTypes = ['series', 'episode'] as const
export const ContentType = z.enum(contentTypes)

/** A reference to a series or an episode by type and id. */
export const ContentRef = z.strictObject({
  content_type: ContentType,
  object_id: id,
})

export const Like = z.object({
  id: z.int(),
  content_type: ContentType,
  object_id: z.int(),
  created_at: timestamp,
})

/** A like with the card of its target: one of the two, by `content_type`. */
export const LikeCard = z.extend(Like, {
  series: z.nullable(SeriesCard),
  episode: z.nullable(Episode),
})

/** `watch_id` once or repeated: ids of history entries, which can exceed 32 bits. */
const watchIds = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => [value].flat()),
  ),
  z.pipe(
    z.array(z.string()).check(
      z.minLength(1),
      z.maxLength(500),
      z.refine((texts) => texts.every((text) => /^[1-9]\d{0,14}$/.test(text))),
    ),
    z.transform((texts) => texts.map(Number)),
  ),
)

/** An alert (알림 받기) of the member for a series that was upcoming. */
export const ReleaseAlert = z.object({
  series: SeriesCard,
  created_at: timestamp,
  /** When the series opened and the member was told; null before. */
  notified_at: z.nullable(timestamp),
})

export type WatchProgress = z.infer<typeof WatchProgress>
export type WatchSocketMessage = z.infer<typeof WatchSocketMessage>
export type WatchHistoryEntry = z.infer<typeof WatchHistoryEntry>
export type ContinueWatchingCard = z.infer<typeof ContinueWatchingCard>
export type ContentRef = z.infer<typeof ContentRef>
export type Like = z.infer<typeof Like>
export type LikeCard = z.infer<typeof LikeCard>
export type ReleaseAlert = z.infer<typeof ReleaseAlert>

/** Problems of an episode that cannot be played, and so cannot have been watched. */
const playbackProblems = [
  'purchase_required',
  'adult_verification_required',
  'video_not_ready',
] as const

export const watch_history = {
  listWatchHistory: endpoint({
    method: 'GET',
    path: '/api/contents/histories/me/',
    summary: 'Lists the watch history of the profile, newest first',
    access: 'profile',
    query: z.strictObject(paging(20)),
    response: listResponse(WatchHistoryEntry),
  }),
  saveProgress: endpoint({
    method: 'POST',
    path: '/api/contents/histories/me/',
    summary: 'Saves the progress in an episode when the socket is down',
    access: 'profile',
    body: z.extend(WatchProgress, {
      /** The profile that watched. Another one is refused as `profile_required`, so that late progress is not saved to it. */
      profile_id: z.optional(id),
    }),
    is_open_in_maintenance: true,
    response: z.object({ episode_id: z.int(), progress: z.int() }),
    problems: playbackProblems,
  }),
  deleteWatchHistory: endpoint({
    method: 'DELETE',
    path: '/api/contents/histories/me/',
    summary: 'Deletes history entries; 404 if none of them exists',
    access: 'profile',
    query: z.strictObject({ watch_id: watchIds }),
    response: null,
  }),
  clearWatchHistory: endpoint({
    method: 'DELETE',
    path: '/api/contents/histories/me/all/',
    summary: 'Deletes the whole history of the profile, with its progress',
    access: 'profile',
    response: null,
  }),
  listContinueWatching: endpoint({
    method: 'GET',
    path: '/api/contents/histories/me/continue/',
    summary: 'Lists the continue-watching cards (이어보기), one per series',
    access: 'profile',
    query: z.strictObject({ limit: paging(20).limit }),
    response: listResponse(ContinueWatchingCard),
  }),
  dismissContinueWatching: endpoint({
    method: 'DELETE',
    path: '/api/contents/histories/me/continue/{id}/',
    summary:
      'Hides the continue-watching card of a series until it is watched again; keeps the history',
    access: 'profile',
    params: idParams,
    response: null,
  }),
  listReleaseAlerts: endpoint({
    method: 'GET',
    path: '/api/contents/alerts/me/',
    summary:
      'Lists the alerts of the profile for upcoming and for recently opened series, newest first',
    access: 'profile',
    response: listResponse(ReleaseAlert),
  }),
  createReleaseAlert: endpoint({
    method: 'POST',
    path: '/api/contents/alerts/me/',
    summary: 'Asks to be told when an upcoming series opens; repeating the call changes nothing',
    access: 'profile',
    body: z.strictObject({ series_id: id }),
    response: z.object({ series_id: z.int(), created_at: timestamp }),
    status: 201,
  }),
  deleteReleaseAlert: endpoint({
    method: 'DELETE',
    path: '/api/contents/alerts/me/{id}/',
    summary: 'Deletes the alert for a series',
    access: 'profile',
    params: idParams,
    response: null,
  }),
  listLikes: endpoint({
    method: 'GET',
    path: '/api/contents/likes/me/',
    summary:
      'Lists the likes of the profile, newest first. `before_id` starts after a like that was already read: unlike ' +
      '`offset`, it skips nothing if likes are removed between two pages',
    access: 'profile',
    query: z.strictObject({ ...paging(50), before_id: z.optional(bigIdString) }),
    response: listResponse(LikeCard),
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/contents/likes/me/',
    summary: 'Likes a series or an episode; repeating the call returns the same like',
    access: 'profile',
    body: ContentRef,
    response: Like,
    status: 201,
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/contents/likes/{id}',
    summary: 'Removes a like',
    access: 'profile',
    params: bigIdParams,
    response: null,
  }),
}
