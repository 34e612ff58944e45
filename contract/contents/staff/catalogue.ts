import { normalizeText } from '#contract/core/characters.ts'
import * as z from 'zod/mini'
import {
  AgeCode,
  CategoryIds,
  Descriptor,
  Episode,
  Orientation,
  Series,
  videoStatuses,
} from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import {
  bigIdParams,
  id,
  idParams,
  idString,
  calendarDay,
  timestamp,
  listResponse,
  ordering,
  paging,
} from '#contract/core/fields.ts'
import { multilineText } from '#contract/core/text-fields.ts'
import { ImportReport, maxImportBytes } from './catalogue-import.ts'
import { CatalogueAuditEntry } from '#contract/studio/audit-log.ts'

const text = (min: number, max: number) => multilineText({ min, max }).check(z.trim())

/** Publication statuses. `hidden` is set by hand; `no_video` means that no episode can be played yet. */
export const workStatuses = ['published', 'scheduled', 'hidden', 'ended', 'no_video'] as const
export type WorkStatus = (typeof workStatuses)[number]
export const episodeStatuses = [...workStatuses, 'preparing'] as const
export type EpisodeStatus = (typeof episodeStatuses)[number]

/** A stored image: its key and its placeholder colour. */
export const StudioImage = z.strictObject({
  key: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)),
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
})
export type StudioImage = z.infer<typeof StudioImage>

export const roles = ['director', 'writer', 'cast'] as const

/** A credit. People with the same name in both scripts are the same person. */
export const StudioPerson = z.strictObject({
  name: text(1, 100),
  name_original: z.nullable(text(1, 200)),
  role: z.enum(roles),
  character: z.nullable(text(1, 200)),
})
export type StudioPerson = z.infer<typeof StudioPerson>

/**
 * Publication schedule: public from `publish_at` until `unpublish_at`, never while `is_unpublished`, and only with a film.
 * Before that it is shown as upcoming if `is_announced`.
 */
const schedule = {
  is_announced: z.boolean(),
  is_unpublished: z.boolean(),
  publish_at: z.nullable(timestamp),
  unpublish_at: z.nullable(timestamp),
}

/** Editable fields of a work. `people` is ordered. */
export const workFields = {
  title: text(1, 200),
  title_original: z.nullable(text(1, 300)),
  synopsis: text(0, 5_000),
  category_ids: CategoryIds,
  /** Names in Korean, by which search filters. */
  countries: z.array(text(1, 100)).check(z.maxLength(100)),
  age_rating: AgeCode,
  descriptors: z.array(Descriptor).check(z.maxLength(3)),
  released_on: z.nullable(calendarDay),
  is_completed: z.boolean(),
  /** Whether its original language is not Korean and its audio is (더빙). */
  is_dubbed: z.boolean(),
  ...schedule,
  /** Notes of staff on the territories and the terms of the licence. */
  territories: text(0, 500),
  licence_notes: text(0, 5_000),
  poster: z.nullable(StudioImage),
  backdrop: z.nullable(StudioImage),
  people: z.array(StudioPerson).check(z.maxLength(300)),
}

/** Editable fields of an episode. Prices are whole won; price 0 is not sold, rental price null is not rented out. */
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

/** The version an edit is based on; if it is outdated, the call fails with `edit_conflict`. */
const version = z.int().check(z.gte(1))

export const StudioEpisode = z.object({
  id: z.int(),
  version: z.int(),
  number: z.int(),
  state: z.enum(episodeStatuses),
  ...episodeFields,
  thumbnail_url: z.nullable(z.string()),
  /** Whether the encoder chose the thumbnail from the film. */
  is_thumbnail_automatic: z.boolean(),
  /** Seconds. */
  runtime: z.int(),
  video_state: z.enum(videoStatuses),
  asset_id: z.nullable(z.int()),
  /** Pending orders, which keep the price they were created with. */
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

/** A work for its editor, including unpublished parts. */
export const StudioWork = z.object({
  id: z.int(),
  version: z.int(),
  is_series: z.boolean(),
  state: z.enum(workStatuses),
  ...workFields,
  poster_url: z.nullable(z.string()),
  backdrop_url: z.nullable(z.string()),
  trailer_asset_id: z.nullable(z.int()),
  created_at: timestamp,
  seasons: z.array(StudioSeason),
})
export type StudioWork = z.infer<typeof StudioWork>

/** A work in the list. */
export const StudioWorkRow = z.object({
  id: z.int(),
  version: z.int(),
  title: z.string(),
  is_series: z.boolean(),
  state: z.enum(workStatuses),
  publish_at: z.nullable(timestamp),
  unpublish_at: z.nullable(timestamp),
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

const nameQuery = z.string().check(
  z.overwrite((text) => normalizeText(text)),
  z.trim(),
  z.minLength(1),
  z.maxLength(100),
)

/** Filters of the list and of the export. */
const filters = {
  q: z.optional(nameQuery),
  category: z.optional(idString),
  kind: z.optional(z.enum(['series', 'film'])),
  state: z.optional(z.enum(workStatuses)),
}
export const workSortOrders = [
  'created_at',
  'title',
  'released_on',
  'viewer_count',
  'publish_at',
] as const

const ids = z.array(z.int().check(z.gte(1))).check(z.minLength(1), z.maxLength(20_000))
const Order = z.strictObject({
  /** The ids in the order the client last read. */
  from: ids,
  /** The same ids in the new order. */
  to: ids,
})

/** The studio catalogue. Every edit contains the version it is based on. */
export const studio_catalogue = {
  listWorks: endpoint({
    method: 'GET',
    path: '/api/studio/works/',
    summary: 'Lists works, published or not; `counts` are per status within the other filters',
    access: studioAccess.catalogue,
    query: z.strictObject({
      ...filters,
      ordering: ordering(workSortOrders, '-created_at'),
      ...paging(50),
    }),
    response: z.extend(listResponse(StudioWorkRow), {
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
    summary: 'Creates a work, hidden until it is published; a film gets its single episode at once',
    access: studioAccess.catalogue,
    body: z.strictObject({
      title: workFields.title,
      is_series: z.boolean(),
      age_rating: AgeCode,
      category_ids: workFields.category_ids,
    }),
    response: StudioWork,
    status: 201,
  }),
  readWork: endpoint({
    method: 'GET',
    path: '/api/studio/works/{id}/',
    summary: 'Returns a work with its seasons and episodes for editing',
    access: studioAccess.catalogue,
    params: idParams,
    response: StudioWork,
  }),
  updateWork: endpoint({
    method: 'PATCH',
    path: '/api/studio/works/{id}/',
    summary: 'Changes fields of a work',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ version, changes: z.partial(WorkFields) }),
    response: StudioWork,
    problems: ['edit_conflict'],
  }),
  updateEpisode: endpoint({
    method: 'PATCH',
    path: '/api/studio/episodes/{id}/',
    summary: 'Changes fields of an episode; existing orders keep their price',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ version, changes: z.partial(EpisodeFields) }),
    response: StudioWork,
    problems: ['edit_conflict'],
  }),
  updateSeason: endpoint({
    method: 'PATCH',
    path: '/api/studio/seasons/{id}/',
    summary: 'Renames a season',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ version, changes: z.strictObject({ title: z.optional(text(1, 200)) }) }),
    response: StudioWork,
    problems: ['edit_conflict'],
  }),
  setTrailer: endpoint({
    method: 'POST',
    path: '/api/studio/works/{id}/trailer/',
    summary: 'Makes a film that no episode shows the trailer of a work, or removes the trailer',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ asset_id: z.nullable(id) }),
    response: StudioWork,
    problems: ['asset_in_use'],
  }),
  createSeason: endpoint({
    method: 'POST',
    path: '/api/studio/works/{id}/seasons/',
    summary: 'Appends a season',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ title: z.optional(text(1, 200)) }),
    response: StudioWork,
    status: 201,
    problems: ['conflict'],
  }),
  createEpisode: endpoint({
    method: 'POST',
    path: '/api/studio/seasons/{id}/episodes/',
    summary: 'Appends an episode; below a published work it is hidden until it is published',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({ title: z.optional(text(1, 200)) }),
    response: StudioWork,
    status: 201,
    problems: ['conflict'],
  }),
  reorderSeasons: endpoint({
    method: 'POST',
    path: '/api/studio/works/{id}/order/',
    summary: 'Reorders the seasons of a work; they are numbered from 1',
    access: studioAccess.catalogue,
    params: idParams,
    body: Order,
    response: StudioWork,
    problems: ['edit_conflict'],
  }),
  reorderEpisodes: endpoint({
    method: 'POST',
    path: '/api/studio/seasons/{id}/order/',
    summary: 'Reorders the episodes of a season; they are numbered from 1',
    access: studioAccess.catalogue,
    params: idParams,
    body: Order,
    response: StudioWork,
    problems: ['edit_conflict'],
  }),
  storeImage: endpoint({
    method: 'POST',
    path: '/api/studio/pictures/',
    summary: 'Stores an image in every width; a work must then refer to it',
    access: studioAccess.catalogue,
    query: z.strictObject({ kind: z.enum(['poster', 'backdrop', 'thumbnail']) }),
    file: { types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10 * 1024 * 1024 },
    response: z.object({ key: z.string(), color: z.string(), url: z.string() }),
    problems: ['body_too_large', 'unsupported_media_type'],
  }),
  suggestPeople: endpoint({
    method: 'GET',
    path: '/api/studio/people/',
    summary: 'Suggests people by the beginning of their name',
    access: studioAccess.catalogue,
    query: z.strictObject({ q: nameQuery }),
    response: listResponse(
      z.object({ name: z.string(), name_original: z.nullable(z.string()), work_count: z.int() }),
    ),
  }),
  readEditHistory: endpoint({
    method: 'GET',
    path: '/api/studio/works/{id}/history/',
    summary: 'Lists the changes to a work, its seasons and episodes, newest first',
    access: studioAccess.catalogue,
    params: idParams,
    query: z.strictObject(paging(30)),
    response: listResponse(CatalogueAuditEntry),
  }),
  undoEdit: endpoint({
    method: 'POST',
    path: '/api/studio/history/{id}/undo/',
    summary: 'Undoes a change if its fields have not been changed since',
    access: studioAccess.catalogue,
    params: bigIdParams,
    body: z.strictObject({}),
    response: StudioWork,
    problems: ['edit_conflict', 'conflict'],
  }),
  previewWork: endpoint({
    method: 'GET',
    path: '/api/studio/works/{id}/preview/',
    summary:
      'Returns a work as viewers would see it if everything not hidden by hand were published',
    access: studioAccess.catalogue,
    params: idParams,
    response: z.object({ series: Series, episodes: z.array(Episode) }),
  }),
  importWorks: endpoint({
    method: 'POST',
    path: '/api/studio/works/import/',
    summary:
      'Imports works and episodes from a CSV or JSON lines, line by line; a dry run only reports the result',
    access: studioAccess.catalogue,
    query: z.strictObject({ dry_run: z.enum(['true', 'false']) }),
    file: { types: ['text/csv', 'application/x-ndjson'], max_bytes: maxImportBytes },
    response: ImportReport,
    problems: ['body_too_large', 'unsupported_media_type', 'file_unreadable'],
  }),
  exportWorks: endpoint({
    method: 'GET',
    path: '/api/studio/works/export/',
    summary: 'Exports the works of the list as CSV, in the columns of the import',
    access: studioAccess.catalogue,
    query: z.strictObject(filters),
    response: null,
    download: true,
  }),
}
