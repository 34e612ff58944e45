import * as z from 'zod/mini'
import { Episode, SeriesCard } from './contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp, listResponse, paging } from '#contract/core/fields.ts'
import { problemCodes } from '#contract/core/problem-codes.ts'

/** No film is longer than the catalogue lets an episode be: two days. */
const longest = 172_800
const largestId = 2_147_483_647

/** D-44. What a player says, over the socket or, where that is dead, as a call: whole seconds. */
export const WatchProgress = z.strictObject({
  episode_id: z.int().check(z.gte(1), z.lte(largestId)),
  progress: z.int().check(z.gte(0), z.lte(longest)),
})

/** What the socket says. `saved` comes once it is on disk, `progress` when another screen of the member moved. */
export const WatchSocketMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('saved'), episode_id: z.int(), progress: z.int() }),
  z.object({
    type: z.literal('progress'),
    episode_id: z.int(),
    progress: z.int(),
    is_completed: z.boolean(),
  }),
  // D-46: a place was taken over. `stream_id` is its own, `by` the one that plays instead.
  z.object({
    type: z.literal('stream_ended'),
    stream_id: z.int(),
    by: z.object({ id: z.int(), device: z.string() }),
  }),
  /** D-70: an inquiry of the member was answered. It comes without being asked for, as `progress` does. */
  z.object({ type: z.literal('inquiry_answered'), inquiry_id: z.int() }),
  z.object({ type: z.literal('error'), code: z.enum(problemCodes), detail: z.string() }),
])

/** The address of the socket, as the specification writes it. */
export const watchSocketPath = '/ws/watch-history/'

/** How the server closes the socket, beyond the protocol's own codes (1009: over 1 KiB, 1012: restarting). */
export const socketCloseCodes = { session_ended: 4401, too_many_messages: 1008 } as const

/** One line of the history: an episode, and how far it was watched. `id` is the `watch_id` to delete it by. */
export const WatchHistoryEntry = z.object({
  id: z.int(),
  episode: Episode,
  progress: z.int(),
  is_completed: z.boolean(),
  watched_at: timestamp,
})

/** A card of 이어보기 (D-45): the unfinished episode of a series, or the next after a finished one. */
export const ContinueWatchingCard = z.object({
  series_id: z.int(),
  episode: Episode,
  /** 0 where it is the next one and has not been begun. */
  progress: z.int(),
  watched_at: timestamp,
})

export const contentTypes = ['series', 'episode'] as const
export const ContentType = z.enum(contentTypes)

/** What is named by kind and id: a series or an episode. */
export const ContentRef = z.strictObject({
  content_type: ContentType,
  object_id: z.int().check(z.gte(1), z.lte(largestId)),
})

/** D-37 */
export const Like = z.object({
  id: z.int(),
  content_type: ContentType,
  object_id: z.int(),
  created_at: timestamp,
})

/** A like with the card of what is liked: one of the two, by its kind. */
export const LikeCard = z.extend(Like, {
  series: z.nullable(SeriesCard),
  episode: z.nullable(Episode),
})

/** `watch_id` once or repeated: ids of history lines, which grow beyond 32 bits. */
const watchIds = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given) => [given].flat()),
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

export type WatchProgress = z.infer<typeof WatchProgress>
export type WatchSocketMessage = z.infer<typeof WatchSocketMessage>
export type WatchHistoryEntry = z.infer<typeof WatchHistoryEntry>
export type ContinueWatchingCard = z.infer<typeof ContinueWatchingCard>
export type ContentRef = z.infer<typeof ContentRef>
export type Like = z.infer<typeof Like>
export type LikeCard = z.infer<typeof LikeCard>

/** What stands in the way of playing, and so of having watched (D-40). */
const cannotPlay = ['purchase_required', 'adult_verification_required', 'video_not_ready'] as const

export const watch_history = {
  listHistories: endpoint({
    method: 'GET',
    path: '/api/contents/histories/me/',
    summary: 'What the member has watched, the last first',
    access: 'member',
    query: z.strictObject(paging(20)),
    answer: listResponse(WatchHistoryEntry),
  }),
  saveProgress: endpoint({
    method: 'POST',
    path: '/api/contents/histories/me/',
    summary: 'How far the member is in an episode, where the socket is dead (D-44)',
    access: 'member',
    body: WatchProgress,
    answer: z.object({ episode_id: z.int(), progress: z.int() }),
    problems: cannotPlay,
  }),
  deleteHistories: endpoint({
    method: 'DELETE',
    path: '/api/contents/histories/me/',
    summary: 'Takes lines out of the history; 404 where none of them is there',
    access: 'member',
    query: z.strictObject({ watch_id: watchIds }),
    answer: null,
  }),
  listContinue: endpoint({
    method: 'GET',
    path: '/api/contents/histories/me/continue/',
    summary: '이어보기: one card a series (D-45)',
    access: 'member',
    query: z.strictObject({ limit: paging(20).limit }),
    answer: listResponse(ContinueWatchingCard),
  }),
  dismissContinue: endpoint({
    method: 'DELETE',
    path: '/api/contents/histories/me/continue/{id}/',
    summary: 'Takes the card of a series off 이어보기 until it is watched again; the history stays',
    access: 'member',
    params: idParams,
    answer: null,
  }),
  listLikes: endpoint({
    method: 'GET',
    path: '/api/contents/likes/me/',
    summary: 'What the member likes, the last first',
    access: 'member',
    query: z.strictObject(paging(50)),
    answer: listResponse(LikeCard),
  }),
  like: endpoint({
    method: 'POST',
    path: '/api/contents/likes/me/',
    summary: 'Likes a series or an episode; liking twice answers the same like (D-37)',
    access: 'member',
    body: ContentRef,
    answer: Like,
    status: 201,
  }),
  unlike: endpoint({
    method: 'DELETE',
    path: '/api/contents/likes/{id}',
    summary: 'Takes a like back',
    access: 'member',
    params: idParams,
    answer: null,
  }),
}
