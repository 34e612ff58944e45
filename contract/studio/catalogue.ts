import * as z from 'zod/mini'
import {
  AgeCode,
  Descriptor,
  Episode,
  Orientation,
  Series,
  videoStatuses,
} from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import {
  idParams,
  idString,
  timestamp,
  listResponse,
  ordering,
  paging,
} from '#contract/core/fields.ts'
import { ImportReport, maxImportBytes } from './catalogue-import.ts'
import { AuditLogEntry } from './audit-log.ts'

/** Text as the catalogue keeps it: composed (NFC), trimmed, nothing the database cannot hold. */
const text = (min: number, max: number) =>
  z.string().check(
    z.normalize('NFC'),
    z.trim(),
    z.refine((value: string) => value.isWellFormed() && !value.includes('\0')),
    z.minLength(min),
    z.maxLength(max),
  )

/** What stands where: shown, not yet, by hand not, no longer, or nothing of it plays yet. */
export const workStatuses = ['published', 'scheduled', 'hidden', 'ended', 'no_video'] as const
export type WorkStatus = (typeof workStatuses)[number]
export const episodeStatuses = [
  'published',
  'scheduled',
  'hidden',
  'ended',
  'preparing',
  'no_video',
] as const
export type EpisodeStatus = (typeof episodeStatuses)[number]

/** A stored picture: its key and the colour that holds its place. */
export const StudioImage = z.strictObject({
  key: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
})
export type StudioImage = z.infer<typeof StudioImage>

export const roles = ['director', 'writer', 'cast'] as const

/** Somebody of a work, by name: who is called alike in both scripts is the same person. */
export const StudioPerson = z.strictObject({
  name: text(1, 100),
  name_original: z.nullable(text(1, 200)),
  role: z.enum(roles),
  character: z.nullable(text(1, 200)),
})
export type StudioPerson = z.infer<typeof StudioPerson>

/** When it is shown: from `opens_at`, until `closes_at`, and not at all while `is_withheld`. */
const schedule = {
  is_withheld: z.boolean(),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
}

/** What can be edited of a work. The people stand in their order. */
export const workFields = {
  title: text(1, 200),
  title_original: z.nullable(text(1, 300)),
  synopsis: text(0, 5_000),
  category_ids: z.array(z.int().check(z.gte(1), z.lte(8))).check(z.maxLength(8)),
  age_rating: AgeCode,
  descriptors: z.array(Descriptor).check(z.maxLength(3)),
  released_on: z.nullable(z.iso.date()),
  is_completed: z.boolean(),
  ...schedule,
  poster: z.nullable(StudioImage),
  backdrop: z.nullable(StudioImage),
  people: z.array(StudioPerson).check(z.maxLength(300)),
}

/** What can be edited of an episode. Prices are whole won; 0 is not sold, null is not let. */
export const episodeFields = {
  title: text(1, 200),
  synopsis: text(0, 5_000),
  is_free: z.boolean(),
  price: z.int().check(z.gte(0), z.lte(10_000_000)),
  rental_price: z.nullable(z.int().check(z.gte(1), z.lte(10_000_000))),
  in_subscription: z.boolean(),
  orientation: Orientation,
  ...schedule,
  thumbnail: z.nullable(StudioImage),
}

export const WorkFields = z.strictObject(workFields)
export type WorkFields = z.infer<typeof WorkFields>
export const EpisodeFields = z.strictObject(episodeFields)
export type EpisodeFields = z.infer<typeof EpisodeFields>

/** The number of the edit that somebody has before him; a later one is told as `edited_meanwhile`. */
const version = z.int().check(z.gte(1))

export const StudioEpisode = z.object({
  id: z.int(),
  version: z.int(),
  number: z.int(),
  state: z.enum(episodeStatuses),
  ...episodeFields,
  thumbnail_url: z.nullable(z.string()),
  /** Seconds. */
  runtime: z.int(),
  video_state: z.enum(videoStatuses),
  asset_id: z.nullable(z.int()),
  /** Orders under way, which keep the price they were made with (P1). */
  open_order_count: z.int(),
})
export type StudioEpisode = z.infer<typeof StudioEpisode>

export const StudioSeason = z.object({
  id: z.int(),
  version: z.int(),
  number: z.int(),
  title: z.string(),
  episodes: z.array(StudioEpisode),
})
export type StudioSeason = z.infer<typeof StudioSeason>

/** A work as its editor sees it, shown or not. */
export const StudioWork = z.object({
  id: z.int(),
  version: z.int(),
  is_series: z.boolean(),
  state: z.enum(workStatuses),
  ...workFields,
  poster_url: z.nullable(z.string()),
  backdrop_url: z.nullable(z.string()),
  created_at: timestamp,
  seasons: z.array(StudioSeason),
})
export type StudioWork = z.infer<typeof StudioWork>

/** A work in the list. */
export const StudioWorkRow = z.object({
  id: z.int(),
  title: z.string(),
  is_series: z.boolean(),
  state: z.enum(workStatuses),
  opens_at: z.nullable(timestamp),
  closes_at: z.nullable(timestamp),
  poster_url: z.nullable(z.string()),
  poster_color: z.string(),
  category_ids: z.array(z.int()),
  age_rating: AgeCode,
  released_on: z.nullable(z.iso.date()),
  episode_count: z.int(),
  ready_count: z.int(),
  viewer_count: z.int(),
  created_at: timestamp,
})
export type StudioWorkRow = z.infer<typeof StudioWorkRow>

/** What is looked for by name. */
const sought = z.string().check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(100))

/** What of the works is wanted, for a list or a file. */
const filters = {
  q: z.optional(sought),
  category: z.optional(idString),
  kind: z.optional(z.enum(['series', 'film'])),
  state: z.optional(z.enum(workStatuses)),
}
export const workSortOrders = [
  'created_at',
  'title',
  'released_on',
  'viewer_count',
  'opens_at',
] as const

/** An edit of the history. `undo`: whether one press takes it back. */
export const CatalogueAuditEntry = z.extend(AuditLogEntry, {
  /**
   * `open`: it can be taken back; `newer`: a field of it has been changed since; `done`: it says what is no longer so
   * because it was taken back; `never`: what it did is not taken back here.
   */
  undo: z.enum(['open', 'newer', 'never']),
})
export type CatalogueAuditEntry = z.infer<typeof CatalogueAuditEntry>

const ids = z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(20_000))
const Order = z.strictObject({
  /** The ids as they stood when they were moved. */
  from: ids,
  /** The same ids as they are to stand. */
  to: ids,
})

/** The catalogue of the studio (D-80). Every edit carries the version it was made from. */
export const studio_catalogue = {
  listWorks: endpoint({
    method: 'GET',
    path: '/api/studio/works/',
    summary: 'Works, shown or not; `counts` are of each state within the other filters',
    access: 'staff',
    query: z.strictObject({
      ...filters,
      ordering: ordering(workSortOrders, '-created_at'),
      ...paging(50),
    }),
    answer: z.extend(listResponse(StudioWorkRow), {
      counts: z.object(
        Object.fromEntries(workStatuses.map((state) => [state, z.int()])) as Record<
          WorkStatus,
          ReturnType<typeof z.int>
        >,
      ),
    }),
  }),
  createWork: endpoint({
    method: 'POST',
    path: '/api/studio/works/',
    summary:
      'A new work, hidden until somebody shows it; a film has its one episode at once (D-30)',
    access: 'staff',
    body: z.strictObject({
      title: workFields.title,
      is_series: z.boolean(),
      age_rating: AgeCode,
      category_ids: workFields.category_ids,
    }),
    answer: StudioWork,
    status: 201,
  }),
  readWork: endpoint({
    method: 'GET',
    path: '/api/studio/works/{id}/',
    summary: 'A work with its seasons and episodes, as its editor sees it',
    access: 'staff',
    params: idParams,
    answer: StudioWork,
  }),
  changeWork: endpoint({
    method: 'PATCH',
    path: '/api/studio/works/{id}/',
    summary: 'Changes fields of a work',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ version, changes: z.partial(WorkFields) }),
    answer: StudioWork,
    problems: ['edited_meanwhile'],
  }),
  changeEpisode: endpoint({
    method: 'PATCH',
    path: '/api/studio/episodes/{id}/',
    summary: 'Changes fields of an episode; orders that were made keep their price (P1)',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ version, changes: z.partial(EpisodeFields) }),
    answer: StudioWork,
    problems: ['edited_meanwhile'],
  }),
  changeSeason: endpoint({
    method: 'PATCH',
    path: '/api/studio/seasons/{id}/',
    summary: 'Names a season',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ version, changes: z.strictObject({ title: z.optional(text(1, 200)) }) }),
    answer: StudioWork,
    problems: ['edited_meanwhile'],
  }),
  addSeason: endpoint({
    method: 'POST',
    path: '/api/studio/works/{id}/seasons/',
    summary: 'One more season, after the others',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ title: z.optional(text(1, 200)) }),
    answer: StudioWork,
    status: 201,
    problems: ['conflict'],
  }),
  addEpisode: endpoint({
    method: 'POST',
    path: '/api/studio/seasons/{id}/episodes/',
    summary:
      'One more episode, after the others; below a work that is shown, hidden until somebody shows it',
    access: 'staff',
    params: idParams,
    body: z.strictObject({ title: z.optional(text(1, 200)) }),
    answer: StudioWork,
    status: 201,
    problems: ['conflict'],
  }),
  orderSeasons: endpoint({
    method: 'POST',
    path: '/api/studio/works/{id}/order/',
    summary: 'Puts the seasons of a work in order: they are numbered from 1',
    access: 'staff',
    params: idParams,
    body: Order,
    answer: StudioWork,
    problems: ['edited_meanwhile'],
  }),
  orderEpisodes: endpoint({
    method: 'POST',
    path: '/api/studio/seasons/{id}/order/',
    summary: 'Puts the episodes of a season in order: they are numbered from 1',
    access: 'staff',
    params: idParams,
    body: Order,
    answer: StudioWork,
    problems: ['edited_meanwhile'],
  }),
  storePicture: endpoint({
    method: 'POST',
    path: '/api/studio/pictures/',
    summary: 'Stores a picture in every width; it is shown once a work names it',
    access: 'staff',
    query: z.strictObject({ kind: z.enum(['poster', 'backdrop', 'thumbnail']) }),
    file: { types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10 * 1024 * 1024 },
    answer: z.object({ key: z.string(), color: z.string(), url: z.string() }),
    problems: ['body_too_large', 'unsupported_media_type'],
  }),
  suggestPeople: endpoint({
    method: 'GET',
    path: '/api/studio/people/',
    summary: 'People whose name begins so',
    access: 'staff',
    query: z.strictObject({ q: sought }),
    answer: listResponse(
      z.object({ name: z.string(), name_original: z.nullable(z.string()), work_count: z.int() }),
    ),
  }),
  readHistory: endpoint({
    method: 'GET',
    path: '/api/studio/works/{id}/history/',
    summary: 'What staff changed of a work and of all below it, newest first',
    access: 'staff',
    params: idParams,
    query: z.strictObject(paging(30)),
    answer: listResponse(CatalogueAuditEntry),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/studio/history/{id}/undo/',
    summary: 'Takes an act back, where nothing newer touched what it changed',
    access: 'staff',
    params: idParams,
    body: z.strictObject({}),
    answer: StudioWork,
    problems: ['edited_meanwhile', 'conflict'],
  }),
  previewWork: endpoint({
    method: 'GET',
    path: '/api/studio/works/{id}/preview/',
    summary:
      'A work as viewers would see it, were everything of it shown that is not hidden by hand',
    access: 'staff',
    params: idParams,
    answer: z.object({ series: Series, episodes: z.array(Episode) }),
  }),
  importWorks: endpoint({
    method: 'POST',
    path: '/api/studio/works/import/',
    summary:
      'Takes in a CSV of works and episodes, a line at a time; or says what would come of it',
    access: 'staff',
    query: z.strictObject({ dry_run: z.enum(['true', 'false']) }),
    file: { types: ['text/csv'], max_bytes: maxImportBytes },
    answer: ImportReport,
    problems: ['body_too_large', 'unsupported_media_type', 'file_unreadable'],
  }),
  exportWorks: endpoint({
    method: 'GET',
    path: '/api/studio/works/export/',
    summary: 'The works of the list as CSV, in the columns that the import takes',
    access: 'staff',
    query: z.strictObject(filters),
    answer: null,
    download: true,
  }),
}
