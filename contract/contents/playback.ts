import * as z from 'zod/mini'
import { Episode } from './contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp } from '#contract/core/fields.ts'
import { Review } from './reviews.ts'

export const Caption = z.object({ language: z.string(), label: z.string(), url: z.string() })

/** Preview pictures for seeking: sheets of `columns`×`rows` tiles, one tile every `interval` seconds. */
export const Storyboard = z.object({
  urls: z.array(z.string()),
  interval: z.number(),
  columns: z.int(),
  rows: z.int(),
  tile_width: z.int(),
  tile_height: z.int(),
  count: z.int(),
})

/** Seconds from the start. */
export const Markers = z.object({
  opening: z.nullable(z.object({ start: z.number(), end: z.number() })),
  ending_start: z.nullable(z.number()),
})

/** What a player needs for one episode (D-41). */
export const Video = z.object({
  episode: Episode,
  /** HLS multivariant playlist. The address carries the grant and stops working when it expires. */
  manifest_url: z.string(),
  expires_at: z.iso.datetime(),
  duration: z.number(),
  captions: z.array(Caption),
  storyboard: z.nullable(Storyboard),
  markers: Markers,
  /** Where the member left off, in seconds; 0 for a visitor. */
  resume_at: z.int(),
  next_episode: z.nullable(Episode),
  previous_episode: z.nullable(Episode),
  /** The best rung this viewer may have, as the shorter side in pixels. */
  max_height: z.int(),
  /** Seconds of the free beginning of a sold film, which is key period 0 (D-41, D-42); null where all of it is free. */
  preview_duration: z.nullable(z.number()),
})

/**
 * Headers of a content key request (D-41): the player name of `POST …/video/stream/`, and the playhead in seconds, which
 * while seeking is the target.
 */
export const keyRequestHeaders = {
  player: 'x-playback-player',
  position: 'x-playback-position',
} as const

/**
 * Seconds before the end of the free beginning from which a player may ask for the key of what follows. Half of a
 * beginning shorter than 20 s, so that opening a page never asks for it.
 */
export const keyLead = (preview_duration: number): number => Math.min(10, preview_duration / 2)

/** Seconds before the end of the free beginning from which the server gives that key. Always at least `keyLead`. */
export const keyTolerance = (preview_duration: number): number => Math.min(30, preview_duration / 2)

export type Video = z.infer<typeof Video>
export type Storyboard = z.infer<typeof Storyboard>
export type Markers = z.infer<typeof Markers>
export type Caption = z.infer<typeof Caption>

/** How an episode is open to a member. */
export const episodeAccessStates = ['free', 'subscribed', 'owned', 'locked'] as const

/** The member's side of a series (D-35): what its page adds to what everybody sees. */
export const MemberSeries = z.object({
  id: z.int(),
  like_id: z.nullable(z.int()),
  /** His own review of the series. */
  review: z.nullable(Review),
  /** The episode to go on with, as 이어보기 has it (D-45): null where nothing is begun, or all is done. */
  go_on: z.nullable(
    z.object({
      id: z.int(),
      season_number: z.int(),
      number: z.int(),
      /** Seconds; 0 where it is the next after a finished one. */
      progress: z.int(),
      runtime: z.int(),
    }),
  ),
  /** Reviews of the series and its episodes that he said were helpful. */
  helpful_review_ids: z.array(z.int()),
  episodes: z.array(
    z.object({
      id: z.int(),
      access: z.enum(episodeAccessStates),
      /** Seconds; 0 where he has not begun. */
      progress: z.int(),
      is_completed: z.boolean(),
      like_id: z.nullable(z.int()),
      review: z.nullable(Review),
    }),
  ),
})
export type MemberSeries = z.infer<typeof MemberSeries>
export type EpisodeAccess = (typeof episodeAccessStates)[number]

/** Seconds: two days, as an episode's `runtime` is bounded. */
const longestFilm = 172_800

/** D-46. What a tab calls itself: drawn once, and the same after a reload. */
export const PlayerId = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** Ids of places are drawn at every start of playing, and grow beyond 32 bits. */
const byStreamId = z.strictObject({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)),
})

/** D-46. A place among those a member may play in at once; progress renews it. */
export const StreamSlot = z.object({ id: z.int(), ends_at: timestamp })
export type StreamSlot = z.infer<typeof StreamSlot>

export const playback = {
  readSeriesOfMember: endpoint({
    method: 'GET',
    path: '/api/contents/series/{id}/me/',
    summary:
      'The member’s side of a series: like, review, and what he may play and has played (D-35)',
    access: 'member',
    params: idParams,
    answer: MemberSeries,
  }),
  readVideo: endpoint({
    method: 'GET',
    path: '/api/contents/{id}/video/',
    summary: 'The playable episode, or why it does not play (D-40)',
    access: 'anyone',
    params: idParams,
    /** The tab that asks, whose own place does not stand in its way. */
    query: z.strictObject({ player: z.optional(PlayerId) }),
    answer: Video,
    problems: [
      'authentication_required',
      'purchase_required',
      'adult_verification_required',
      'video_not_ready',
      'too_many_streams',
    ],
  }),
  takeStream: endpoint({
    method: 'POST',
    path: '/api/contents/{id}/video/stream/',
    summary: 'Takes a place to play in, as playing begins; in that of another where told so (D-46)',
    access: 'member',
    params: idParams,
    body: z.strictObject({
      player: PlayerId,
      /** The place that is to give way. Where that is not enough, those that began first follow. */
      take_over: z.optional(z.int().check(z.gte(1))),
      /** Playhead in seconds. Decides about content keys for players that cannot send it with the key request. */
      position: z.optional(z.number().check(z.gte(0), z.lte(longestFilm))),
    }),
    answer: StreamSlot,
    problems: [
      'purchase_required',
      'adult_verification_required',
      'video_not_ready',
      'too_many_streams',
    ],
  }),
  endStream: endpoint({
    method: 'DELETE',
    path: '/api/contents/streams/{id}/',
    summary: 'Yields a stream slot when playback pauses or ends (D-46)',
    access: 'member',
    params: byStreamId,
    answer: null,
  }),
}
