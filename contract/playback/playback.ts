import * as z from 'zod/mini'
import { Episode, SeriesCard } from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { idParams, timestamp } from '#contract/core/fields.ts'
import { Review } from '#contract/reviews/reviews.ts'
import { PlayerId, RemoteMessage } from './remote.ts'

export const Caption = z.object({ language: z.string(), label: z.string(), url: z.string() })

/** Seek preview images: sheets of `columns`×`rows` tiles, one tile every `interval` seconds. */
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

/** `expires_at` ends the days to start a rental, or its hours once more than the preview was delivered. */
const RentalPeriod = z.object({
  expires_at: z.iso.datetime(),
  is_started: z.boolean(),
  /** For how long it plays once it is started. */
  playback_hours: z.int(),
})

/** The data a player needs for one episode. */
export const Video = z.object({
  episode: Episode,
  /** HLS multivariant playlist. The URL contains the media token and stops working when it expires. */
  manifest_url: z.string(),
  expires_at: z.iso.datetime(),
  duration: z.number(),
  captions: z.array(Caption),
  storyboard: z.nullable(Storyboard),
  markers: Markers,
  /** Resume position in seconds; 0 for a guest. */
  resume_at: z.int(),
  next_episode: z.nullable(Episode),
  previous_episode: z.nullable(Episode),
  /** When the next announced episode opens, after the last that is public; null if that is not decided. */
  next_opens_at: z.nullable(timestamp),
  /** The highest rendition this viewer may play, as the shorter side in pixels. */
  max_height: z.int(),
  /** Seconds of the free preview of a sold film, which is key period 0; null if all of it is free. */
  preview_duration: z.nullable(z.number()),
  /** The rental by which the member plays; null for other access. */
  rental: z.nullable(RentalPeriod),
})

/** An HLS media playlist with its codecs (RFC 6381). */
const TrailerTrack = z.object({ playlist_url: z.string(), codecs: z.string() })

/**
 * A work as an expanded card or the hero shows it. The clip is `trailerSeconds` of its trailer from `start` on, or of its first
 * episode if that is free and rated below 19.
 */
export const Trailer = z.object({
  series: SeriesCard,
  /** The whole trailer; null if it has none, or if it is rated 19 and the viewer's age is not verified. */
  video: z.nullable(
    z.object({ manifest_url: z.string(), duration: z.number(), captions: z.array(Caption) }),
  ),
  clip: z.nullable(
    z.object({
      /** Seconds into the film. */
      start: z.number(),
      /** The lowest rendition first; `height` is its shorter side in pixels. */
      videos: z.array(z.extend(TrailerTrack, { height: z.int() })),
      audio: z.nullable(TrailerTrack),
      storyboard: z.nullable(Storyboard),
    }),
  ),
})

export type Trailer = z.infer<typeof Trailer>
export type Video = z.infer<typeof Video>
export type RentalPeriod = z.infer<typeof RentalPeriod>
export type Storyboard = z.infer<typeof Storyboard>
export type Markers = z.infer<typeof Markers>
export type Caption = z.infer<typeof Caption>

/** Why a member can, or cannot, play an episode. */
export const episodeAccessStates = ['free', 'subscribed', 'owned', 'locked'] as const

/** The member's data of a series, which its page adds to the public data. */
export const MemberSeries = z.object({
  id: z.int(),
  like_id: z.nullable(z.int()),
  /** The member's own review of the series. */
  review: z.nullable(Review),
  /** The episode to continue with; null if nothing has been started or everything is completed. */
  continue_watching: z.nullable(
    z.object({
      id: z.int(),
      season_number: z.int(),
      number: z.int(),
      /** Seconds; 0 if it is the episode after a completed one. */
      progress: z.int(),
      runtime: z.int(),
    }),
  ),
  /** Reviews of the series and its episodes that the member marked as helpful. */
  helpful_review_ids: z.array(z.int()),
  episodes: z.array(
    z.object({
      id: z.int(),
      access: z.enum(episodeAccessStates),
      /** The rental that gives access; null for other access. */
      rental: z.nullable(RentalPeriod),
      /** Seconds; 0 if not started. */
      progress: z.int(),
      is_completed: z.boolean(),
      like_id: z.nullable(z.int()),
      review: z.nullable(Review),
    }),
  ),
})
export type MemberSeries = z.infer<typeof MemberSeries>
export type EpisodeAccess = (typeof episodeAccessStates)[number]

/** Seconds: two days, the bound of an episode's `runtime`. */
const longestFilm = 172_800

/** Stream ids come from a sequence that advances with every playback start, so they can exceed 32 bits. */
const byStreamId = z.strictObject({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)),
})

/** One of the member's concurrent stream slots; progress updates renew it. */
export const StreamSlot = z.object({ id: z.int(), expires_at: timestamp })
export type StreamSlot = z.infer<typeof StreamSlot>

export const playback = {
  readMemberSeries: endpoint({
    method: 'GET',
    path: '/api/contents/series/{id}/me/',
    summary:
      'Returns the member’s data of a series: like, reviews, access and progress per episode',
    access: 'profile',
    params: idParams,
    response: MemberSeries,
  }),
  readVideo: endpoint({
    method: 'GET',
    path: '/api/contents/{id}/video/',
    summary: 'Returns the playable episode, or the reason why it cannot be played',
    access: 'anyone',
    params: idParams,
    /** The requesting tab; its own stream slot does not count against the limit. */
    query: z.strictObject({ player: z.optional(PlayerId) }),
    response: Video,
    expects_refusals: true,
    problems: [
      'authentication_required',
      'profile_required',
      'purchase_required',
      'adult_verification_required',
      'video_not_ready',
      'too_many_streams',
    ],
  }),
  readTrailer: endpoint({
    method: 'GET',
    path: '/api/contents/series/{id}/trailer/',
    summary: 'Returns a series with its trailer and a clip of it, for cards; counts no view',
    access: 'anyone',
    params: idParams,
    response: Trailer,
  }),
  startStream: endpoint({
    method: 'POST',
    path: '/api/contents/{id}/video/stream/',
    summary: 'Acquires a stream slot when playback starts; can take over another slot',
    access: 'profile',
    params: idParams,
    body: z.strictObject({
      player: PlayerId,
      /** The stream to end. If that does not free a slot, the oldest streams are ended too. */
      take_over: z.optional(z.int().check(z.gte(1))),
      /** Playhead in seconds. Decides about content keys for players that cannot send it with the key request. */
      position: z.optional(z.number().check(z.gte(0), z.lte(longestFilm))),
    }),
    is_open_in_maintenance: true,
    response: StreamSlot,
    expects_refusals: true,
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
    summary: 'Releases a stream slot when playback pauses or ends',
    access: 'member',
    params: byStreamId,
    is_open_in_maintenance: true,
    response: null,
  }),
  sendRemoteMessage: endpoint({
    method: 'POST',
    path: '/api/contents/streams/remote/',
    summary: 'Sends a message to the other pages of the profile, to see and control their players',
    access: 'profile',
    body: z.strictObject({ message: RemoteMessage }),
    is_open_in_maintenance: true,
    response: null,
  }),
}
