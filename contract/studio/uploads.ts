import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  idParams,
  idString,
  timestamp,
  integerString,
  listResponse,
  paging,
} from '#contract/core/fields.ts'
import { fieldCodes } from '#contract/core/problem-codes.ts'
import { Caption, Markers, Storyboard } from '#contract/contents/playback.ts'

/** Where films are sent, by the tus protocol: no call of this table, because its bodies have no bound that JSON has. */
export const uploadPath = '/api/studio/uploads/'
/** Bytes that a browser sends at once; each piece is checked by its sum before it is acknowledged. */
export const uploadChunkBytes = 32 * 1024 * 1024
/** Days that an upload may take from its beginning. */
export const uploadExpiryDays = 7
export const captionMaxBytes = 2_000_000

export const assetFilters = ['all', 'under_way', 'failed', 'ready', 'unplaced'] as const
export const assetStates = ['uploaded', 'probing', 'encoding', 'ready', 'failed'] as const

/** The episode a film is for, by the names that tell it from others. */
export const EpisodeTarget = z.object({
  episode_id: z.int(),
  series_id: z.int(),
  series_title: z.string(),
  /** Whether there are seasons and numbers to speak of, or it is a film by itself. */
  is_series: z.boolean(),
  season_number: z.int(),
  number: z.int(),
  title: z.string(),
})

/** A place as it is found: what plays there now. */
export const EpisodeTargetResult = z.extend(EpisodeTarget, {
  video_state: z.enum(['none', 'preparing', 'ready']),
})

export const StudioAsset = z.object({
  id: z.int(),
  source_name: z.string(),
  state: z.enum(assetStates),
  /** Share of the encoding that is done, 0..1. */
  progress: z.number(),
  /** What the encoder is at, or what stopped its last attempt where it waits for the next. */
  stage: z.nullable(z.string()),
  /** Why it failed, in Korean, or why it waits; null where all is well. */
  reason: z.nullable(z.string()),
  fault: z.nullable(z.string()),
  can_retry: z.boolean(),
  /** Place among those that wait for the encoder or are in it, from 1. */
  queue_place: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  orientation: z.nullable(z.enum(['horizontal', 'vertical'])),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  poster: z.nullable(z.string()),
  place: z.nullable(EpisodeTarget),
  /** Whether another film plays there until this one is ready. */
  is_replacement: z.boolean(),
  created_at: timestamp,
  ready_at: z.nullable(timestamp),
})

export const StudioAssetDetail = z.extend(StudioAsset, {
  has_audio: z.nullable(z.boolean()),
  markers: Markers,
  captions: z.array(z.object({ language: z.string(), label: z.string() })),
  /** What plays it here, once it is ready: addresses of whoever asks. */
  playable: z.nullable(
    z.object({
      manifest_url: z.string(),
      captions: z.array(Caption),
      storyboard: z.nullable(Storyboard),
    }),
  ),
  /** What the encoder said, `2026-05-01T12:00:00.000Z words`, the last 200 lines, the oldest first. */
  log: z.array(z.string()),
})

/** A file that is not all here yet. */
export const PendingUpload = z.object({
  id: z.int(),
  /** Where its owner goes on with it. */
  url: z.string(),
  name: z.string(),
  bytes: z.int(),
  received: z.int(),
  place: z.nullable(EpisodeTarget),
  created_at: timestamp,
  /** When it is given up. */
  ends_at: timestamp,
})

export const CaptionValidation = z.object({
  count: z.int(),
  /** The first of them, for a look. Seconds. */
  cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
  faults: z.array(
    z.object({
      /** From 1. */
      line: z.int(),
      code: z.enum(fieldCodes),
      detail: z.string(),
    }),
  ),
})

export type EpisodeTarget = z.infer<typeof EpisodeTarget>
export type EpisodeTargetResult = z.infer<typeof EpisodeTargetResult>
export type StudioAsset = z.infer<typeof StudioAsset>
export type StudioAssetDetail = z.infer<typeof StudioAssetDetail>
export type PendingUpload = z.infer<typeof PendingUpload>
export type CaptionValidation = z.infer<typeof CaptionValidation>
export type AssetState = (typeof assetStates)[number]

const seconds = z.number().check(z.gte(0), z.lte(172_800))
const Language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,8})?$/))
const Label = z
  .string()
  .check(z.minLength(1), z.maxLength(40), z.regex(/\S/), z.regex(/^\P{Cc}*$/u))
const captionFile = { types: ['text/vtt', 'application/x-subrip'], max_bytes: captionMaxBytes }
const Placing = z.strictObject({
  /** Null: none, or later. */
  episode_id: z.nullable(z.int().check(z.gte(1), z.lte(2_147_483_647))),
})

export const studio_uploads = {
  listUnfinishedUploads: endpoint({
    method: 'GET',
    path: '/api/studio/unfinished-uploads/',
    summary: 'Files of whoever asks that are not all here yet, the last begun first',
    access: 'staff',
    answer: z.array(PendingUpload),
  }),
  placeUpload: endpoint({
    method: 'PATCH',
    path: '/api/studio/unfinished-uploads/{id}/',
    summary: 'Says which episode a file is for while it is on its way',
    access: 'staff',
    params: idParams,
    body: Placing,
    answer: PendingUpload,
  }),
  dropUpload: endpoint({
    method: 'DELETE',
    path: '/api/studio/unfinished-uploads/{id}/',
    summary: 'Gives a file up, and what came of it',
    access: 'staff',
    params: idParams,
    answer: null,
  }),
  listAssets: endpoint({
    method: 'GET',
    path: '/api/studio/assets/',
    summary:
      'Films: those that wait or are encoded in the order of the queue, then the last handed in first',
    access: 'staff',
    query: z.strictObject({
      show: z._default(z.enum(assetFilters), 'all'),
      /** In the file’s name. */
      name: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      ...paging(20),
    }),
    /** `counts`: of those with that name, how many each `show` has. */
    answer: z.extend(listResponse(StudioAsset), {
      counts: z.record(z.enum(assetFilters), z.int()),
    }),
  }),
  readAsset: endpoint({
    method: 'GET',
    path: '/api/studio/assets/{id}/',
    summary: 'One film, with all that is known of it',
    access: 'staff',
    params: idParams,
    answer: StudioAssetDetail,
  }),
  deleteAsset: endpoint({
    method: 'DELETE',
    path: '/api/studio/assets/{id}/',
    summary: 'Deletes a film that no episode shows, and its files',
    access: 'staff',
    params: idParams,
    answer: null,
    problems: ['film_under_way', 'film_shown'],
  }),
  placeAsset: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/episode/',
    summary: 'Has an episode show a film, or none',
    access: 'staff',
    params: idParams,
    body: Placing,
    answer: StudioAssetDetail,
  }),
  retryAsset: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/retry/',
    summary: 'Has a film that failed encoded again from its source',
    access: 'staff',
    params: idParams,
    answer: StudioAssetDetail,
    problems: ['no_source', 'film_under_way'],
  }),
  cancelAsset: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/cancel/',
    summary: 'Stops a film that waits or is encoded; its source is kept',
    access: 'staff',
    params: idParams,
    answer: StudioAssetDetail,
    problems: ['conflict'],
  }),
  setMarkers: endpoint({
    method: 'PATCH',
    path: '/api/studio/assets/{id}/markers/',
    summary: 'Sets where the opening is and where the ending begins, in seconds',
    access: 'staff',
    params: idParams,
    body: z.strictObject({
      opening: z.nullable(z.strictObject({ start: seconds, end: seconds })),
      ending_start: z.nullable(seconds),
    }),
    answer: StudioAssetDetail,
  }),
  setPoster: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/poster/',
    summary: 'Takes the picture at a time as the film’s poster, and its episode’s',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ at: seconds }),
    answer: StudioAssetDetail,
    problems: ['video_not_ready'],
  }),
  checkCaptions: endpoint({
    method: 'POST',
    path: '/api/studio/captions/',
    summary: 'Reads captions (SRT, WebVTT) and says what is wrong with which line; keeps nothing',
    access: 'staff',
    query: z.strictObject({
      /** The film’s, in whole seconds, where it is known. */
      duration: z.optional(integerString(0, 172_800)),
    }),
    file: captionFile,
    answer: CaptionValidation,
    problems: ['unsupported_media_type'],
  }),
  saveCaptions: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/captions/',
    summary: 'Sets the captions in one language; a fault of line 12 is of the field `line:12`',
    access: 'staff',
    params: idParams,
    query: z.strictObject({
      language: z._default(Language, 'ko'),
      /** What players call it; the language itself unless told. */
      label: z.optional(Label),
    }),
    file: captionFile,
    answer: StudioAssetDetail,
    problems: ['unsupported_media_type'],
  }),
  deleteCaptions: endpoint({
    method: 'DELETE',
    path: '/api/studio/assets/{id}/captions/',
    summary: 'Takes the captions in one language away',
    access: 'staff',
    params: idParams,
    query: z.strictObject({ language: z._default(Language, 'ko') }),
    answer: StudioAssetDetail,
  }),
  findPlaces: endpoint({
    method: 'GET',
    path: '/api/studio/places/',
    summary: 'Episodes by the name of their work, those without a film first',
    access: 'staff',
    query: z.strictObject({
      name: z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/)),
      series: z.optional(idString),
    }),
    answer: z.array(EpisodeTargetResult),
  }),
}
