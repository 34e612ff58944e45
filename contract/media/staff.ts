import { captionLanguagePattern } from '#contract/contents/caption-languages.ts'
import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import {
  id,
  idParams,
  idString,
  timestamp,
  integerString,
  listResponse,
  paging,
  TextEncoding,
} from '#contract/core/fields.ts'
import { fieldCodes } from '#contract/core/problem-codes.ts'
import { Caption, Markers, Storyboard } from '#contract/playback/playback.ts'

/** Path of the tus protocol. Not in this table, because tus bodies exceed the limits of JSON calls. */
export const uploadPath = '/api/studio/uploads/'
/** Bytes per PATCH request; each chunk is verified by its checksum before it is acknowledged. */
export const uploadChunkBytes = 32 * 1024 * 1024
/** Days from the creation of an upload to its expiry; one without any bytes expires after a day. */
export const uploadExpiryDays = 7
export const captionMaxBytes = 2_000_000

export const assetFilters = ['all', 'under_way', 'failed', 'ready', 'unplaced'] as const
export const assetStates = ['uploaded', 'probing', 'encoding', 'ready', 'failed'] as const

/** The target episode of a film, with its work and season. */
export const EpisodeTarget = z.object({
  episode_id: z.int(),
  series_id: z.int(),
  series_title: z.string(),
  /** False for a film, which has no seasons and episode numbers to display. */
  is_series: z.boolean(),
  season_number: z.int(),
  number: z.int(),
  title: z.string(),
})

/** An episode found as a target, with its current video status. */
export const EpisodeTargetResult = z.extend(EpisodeTarget, {
  video_state: z.enum(['none', 'preparing', 'ready']),
})

export const StudioAsset = z.object({
  id: z.int(),
  source_name: z.string(),
  state: z.enum(assetStates),
  /** Encoding progress, 0..1. */
  progress: z.number(),
  /** The current stage of the encoder, or the reason of the last failed attempt while it waits for a retry. */
  stage: z.nullable(z.string()),
  /** Why it failed or waits, in Korean; null otherwise. */
  reason: z.nullable(z.string()),
  error_code: z.nullable(z.string()),
  can_retry: z.boolean(),
  /** Position in the encoding queue, including running jobs, from 1. */
  queue_place: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  orientation: z.nullable(z.enum(['horizontal', 'vertical'])),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  poster: z.nullable(z.string()),
  target_episode: z.nullable(EpisodeTarget),
  /** The work whose trailer it is. */
  trailer_of: z.nullable(z.object({ series_id: z.int(), series_title: z.string() })),
  /** Whether the episode plays another film until this one is ready. */
  is_replacement: z.boolean(),
  created_at: timestamp,
  ready_at: z.nullable(timestamp),
})

export const StudioAssetDetail = z.extend(StudioAsset, {
  has_audio: z.nullable(z.boolean()),
  markers: Markers,
  captions: z.array(z.object({ language: z.string(), label: z.string() })),
  /** Whether the encoder chose `poster`. */
  is_poster_automatic: z.boolean(),
  /** Whether the episode shows another picture, which staff uploaded. */
  has_other_thumbnail: z.boolean(),
  /** Frames that are offered as posters: seconds, best first. Empty if all frames are blank, or before the film is ready. */
  still_times: z.array(z.number()),
  /** Parts of the source that the film lacks or changes, in Korean. Empty before the film is ready. */
  notices: z.array(z.string()),
  /** Media URLs for the requesting session, once the film is ready. */
  playable: z.nullable(
    z.object({
      manifest_url: z.string(),
      captions: z.array(Caption),
      storyboard: z.nullable(Storyboard),
    }),
  ),
  /** The last 200 log lines of the encoder, `2026-05-01T12:00:00.000Z text`, oldest first. */
  log: z.array(z.string()),
})

/** An incomplete upload. */
export const PendingUpload = z.object({
  id: z.int(),
  /** The tus URL at which the uploader resumes. */
  url: z.string(),
  name: z.string(),
  bytes: z.int(),
  received_bytes: z.int(),
  target_episode: z.nullable(EpisodeTarget),
  created_at: timestamp,
  /** Expiry. */
  expires_at: timestamp,
})

/** An incomplete upload of the same file, by its name and size. */
export const SameUpload = z.object({
  id: z.int(),
  /** The name of the account that sends it. */
  uploader: z.string(),
  is_own: z.boolean(),
  /** The tus URL at which its uploader resumes; null for others. */
  url: z.nullable(z.string()),
  bytes: z.int(),
  received_bytes: z.int(),
  /** Whether another page sends it at this moment. */
  is_sending: z.boolean(),
})

export const CaptionValidation = z.object({
  /** The detected encoding of the file. */
  encoding: TextEncoding,
  /** Numbers from 1 of the first lines with characters that could not be read and became U+FFFD. */
  unreadable_lines: z.array(z.int()),
  /** At least one; a SAMI file may have one for each language. */
  tracks: z.array(
    z.object({
      /** BCP 47; null if the file does not name it. */
      language: z.nullable(z.string()),
      count: z.int(),
      /** The first cues, for a preview. Seconds. */
      cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
      faults: z.array(
        z.object({
          /** Line number from 1. */
          line: z.int(),
          code: z.enum(fieldCodes),
          detail: z.string(),
        }),
      ),
    }),
  ),
})

export type EpisodeTarget = z.infer<typeof EpisodeTarget>
export type EpisodeTargetResult = z.infer<typeof EpisodeTargetResult>
export type StudioAsset = z.infer<typeof StudioAsset>
export type StudioAssetDetail = z.infer<typeof StudioAssetDetail>
export type SameUpload = z.infer<typeof SameUpload>
export type PendingUpload = z.infer<typeof PendingUpload>
export type CaptionValidation = z.infer<typeof CaptionValidation>
export type AssetState = (typeof assetStates)[number]

const seconds = z.number().check(z.gte(0), z.lte(172_800))
const Language = z.string().check(z.regex(captionLanguagePattern))
const Label = z
  .string()
  .check(z.minLength(1), z.maxLength(40), z.regex(/\S/), z.regex(/^\P{Cc}*$/u))
const captionFile = {
  types: ['text/vtt', 'application/x-subrip', 'application/x-sami'],
  max_bytes: captionMaxBytes,
}
const TargetEpisodeBody = z.strictObject({
  /** Null: no target episode. */
  episode_id: z.nullable(id),
})

export const studio_uploads = {
  listPendingUploads: endpoint({
    method: 'GET',
    path: '/api/studio/pending-uploads/',
    summary: 'Lists the caller’s incomplete uploads, newest first',
    access: studioAccess.catalogue,
    response: z.array(PendingUpload),
  }),
  findSameUploads: endpoint({
    method: 'GET',
    path: '/api/studio/pending-uploads/same/',
    summary: 'Finds the incomplete uploads of a file by all staff, newest first',
    access: studioAccess.catalogue,
    query: z.strictObject({
      file_name: z.string().check(z.maxLength(300), z.regex(/\S/), z.regex(/^[^\0]*$/)),
      bytes: integerString(1, 1e15),
      /** The id of the asking page, as in the header `Upload-Writer`. */
      writer: z.string().check(z.regex(/^[\w-]{1,64}$/)),
    }),
    response: z.array(SameUpload),
  }),
  setUploadTarget: endpoint({
    method: 'PATCH',
    path: '/api/studio/pending-uploads/{id}/',
    summary: 'Sets the target episode of an incomplete upload',
    access: studioAccess.catalogue,
    params: idParams,
    body: TargetEpisodeBody,
    response: PendingUpload,
  }),
  deleteUpload: endpoint({
    method: 'DELETE',
    path: '/api/studio/pending-uploads/{id}/',
    summary: 'Cancels an upload and deletes its data',
    access: studioAccess.catalogue,
    params: idParams,
    response: null,
  }),
  listAssets: endpoint({
    method: 'GET',
    path: '/api/studio/assets/',
    summary: 'Lists films: queued and encoding ones in queue order, then the others, newest first',
    access: studioAccess.catalogue,
    query: z.strictObject({
      show: z._default(z.enum(assetFilters), 'all'),
      /** Matches the file name. */
      name: z.optional(z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/))),
      ...paging(20),
    }),
    /** `counts`: the number per `show` among the films with that name. */
    response: z.extend(listResponse(StudioAsset), {
      counts: z.record(z.enum(assetFilters), z.int()),
    }),
  }),
  readAsset: endpoint({
    method: 'GET',
    path: '/api/studio/assets/{id}/',
    summary: 'Returns a film with all details',
    access: studioAccess.catalogue,
    params: idParams,
    response: StudioAssetDetail,
  }),
  deleteAsset: endpoint({
    method: 'DELETE',
    path: '/api/studio/assets/{id}/',
    summary: 'Deletes a film that no episode shows and that is no trailer, and its files',
    access: studioAccess.catalogue,
    params: idParams,
    response: null,
    problems: ['asset_processing', 'asset_in_use'],
  }),
  attachAsset: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/episode/',
    summary: 'Attaches a film to an episode, or detaches it',
    access: studioAccess.catalogue,
    params: idParams,
    body: TargetEpisodeBody,
    response: StudioAssetDetail,
  }),
  retryAsset: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/retry/',
    summary: 'Encodes a failed film again from its source',
    access: studioAccess.catalogue,
    params: idParams,
    response: StudioAssetDetail,
    problems: ['source_missing', 'asset_processing'],
  }),
  cancelAsset: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/cancel/',
    summary: 'Cancels a queued or running encoding; keeps the source',
    access: studioAccess.catalogue,
    params: idParams,
    response: StudioAssetDetail,
    problems: ['conflict'],
  }),
  setMarkers: endpoint({
    method: 'PATCH',
    path: '/api/studio/assets/{id}/markers/',
    summary: 'Sets the opening and the start of the ending, in seconds',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({
      opening: z.nullable(z.strictObject({ start: seconds, end: seconds })),
      ending_start: z.nullable(seconds),
    }),
    response: StudioAssetDetail,
  }),
  setPoster: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/poster/',
    summary: 'Sets the poster of the film and its episode to the video frame at a time',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ at: seconds }),
    response: StudioAssetDetail,
    problems: ['video_not_ready'],
  }),
  checkCaptions: endpoint({
    method: 'POST',
    path: '/api/studio/captions/',
    summary: 'Validates captions (SRT, WebVTT, SAMI) and reports errors per line; stores nothing',
    access: studioAccess.catalogue,
    query: z.strictObject({
      /** Duration of the film in whole seconds, if known. */
      duration: z.optional(integerString(0, 172_800)),
    }),
    file: captionFile,
    response: CaptionValidation,
    problems: ['unsupported_media_type'],
  }),
  saveCaptions: endpoint({
    method: 'POST',
    path: '/api/studio/assets/{id}/captions/',
    summary: 'Sets the captions of a language; an error in line 12 has the field `line:12`',
    access: studioAccess.catalogue,
    params: idParams,
    query: z.strictObject({
      language: z._default(Language, 'ko'),
      /** Label in players; defaults to the language. */
      label: z.optional(Label),
    }),
    file: captionFile,
    response: StudioAssetDetail,
    problems: ['unsupported_media_type'],
  }),
  deleteCaptions: endpoint({
    method: 'DELETE',
    path: '/api/studio/assets/{id}/captions/',
    summary: 'Deletes the captions of a language',
    access: studioAccess.catalogue,
    params: idParams,
    query: z.strictObject({ language: z._default(Language, 'ko') }),
    response: StudioAssetDetail,
  }),
  findEpisodeTargets: endpoint({
    method: 'GET',
    path: '/api/studio/episode-targets/',
    summary: 'Finds episodes by the name of their work, those without a film first',
    access: studioAccess.catalogue,
    query: z.strictObject({
      name: z.string().check(z.maxLength(100), z.regex(/\S/), z.regex(/^[^\0]*$/)),
      series: z.optional(idString),
    }),
    response: z.array(EpisodeTargetResult),
  }),
}
