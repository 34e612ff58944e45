import * as z from 'zod/mini'
import { HomeCuration } from '#contract/contents/contents.ts'
import { homeAnchors } from '#contract/contents/home-anchors.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idParams, idString, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { singleLineText } from '#contract/core/text-fields.ts'

export const maxHeroWorks = 10
export const maxHomeRows = 12
export const maxRowWorks = 20
/** In code points. */
export const rowTitleLength = { min: 2, max: 30 } as const
export const rowSubtitleLength = { min: 1, max: 40 } as const

/** From `starts_at` until `ends_at`; null is without a limit. */
const period = { starts_at: z.nullable(timestamp), ends_at: z.nullable(timestamp) }
const areDistinct = (ids: readonly number[]) => new Set(ids).size === ids.length

const rowFields = {
  title: singleLineText(rowTitleLength),
  subtitle: z.nullable(singleLineText(rowSubtitleLength)),
  after_row: z.enum(homeAnchors),
  /** A row that is off is a draft, which the preview shows. */
  is_on: z.boolean(),
  ...period,
}
const series_ids = z
  .array(id)
  .check(z.minLength(1), z.maxLength(maxRowWorks), z.refine(areDistinct))

/** A work with what decides whether home shows it. */
const CuratedWork = z.object({
  series_id: z.int(),
  title: z.string(),
  poster_url: z.nullable(z.string()),
  poster_color: z.string(),
  /** Whether it is public or announced. */
  is_shown: z.boolean(),
  /** Whether the hero and the editorial card can show it: it is public and has a wide picture. */
  has_scene: z.boolean(),
})
export type CuratedWork = z.infer<typeof CuratedWork>

const CuratedRow = z.object({
  id: z.int(),
  version: z.int(),
  ...rowFields,
  works: z.array(CuratedWork),
})
export type CuratedRow = z.infer<typeof CuratedRow>

const HeroWork = z.extend(CuratedWork, period)
export type HeroWork = z.infer<typeof HeroWork>

const StudioHomeCuration = z.object({
  /** The version of the hero and of the editorial card. */
  version: z.int(),
  hero: z.array(HeroWork),
  editorial: z.nullable(CuratedWork),
  rows: z.array(CuratedRow),
})
export type StudioHomeCuration = z.infer<typeof StudioHomeCuration>

const version = z.int().check(z.gte(1))
const NewRow = z.strictObject({ ...rowFields, series_ids })
const RowEdit = z.strictObject({ version, ...rowFields, series_ids })
const order = z.array(id).check(z.maxLength(maxHomeRows), z.refine(areDistinct))

/** Home as staff arrange it. Unknown works are refused with `not_found`. */
export const studio_home_curation = {
  readCuration: endpoint({
    method: 'GET',
    path: '/api/studio/home-curation/',
    summary: 'Returns the chosen works of the hero, the editorial card and all rows, for editing',
    access: studioAccess.catalogue,
    response: StudioHomeCuration,
  }),
  previewCuration: endpoint({
    method: 'GET',
    path: '/api/studio/home-curation/preview/',
    summary:
      'Returns what `readHomeCuration` returns at an instant; with `drafts` also rows that are off',
    access: studioAccess.catalogue,
    query: z.strictObject({
      at: timestamp,
      drafts: z._default(z.enum(['true', 'false']), 'false'),
    }),
    response: HomeCuration,
  }),
  setScenes: endpoint({
    method: 'PUT',
    path: '/api/studio/home-curation/scenes/',
    summary: 'Sets the works of the hero, in their order, and the work of the editorial card',
    access: studioAccess.catalogue,
    body: z.strictObject({
      version,
      hero: z.array(z.strictObject({ series_id: id, ...period })).check(
        z.maxLength(maxHeroWorks),
        z.refine((works) => areDistinct(works.map(({ series_id }) => series_id))),
      ),
      editorial_series_id: z.nullable(id),
    }),
    response: StudioHomeCuration,
    problems: ['edit_conflict'],
  }),
  createRow: endpoint({
    method: 'POST',
    path: '/api/studio/home-curation/rows/',
    summary: 'Appends a row; `conflict` if there are twelve',
    access: studioAccess.catalogue,
    body: NewRow,
    response: StudioHomeCuration,
    status: 201,
    problems: ['conflict'],
  }),
  updateRow: endpoint({
    method: 'PUT',
    path: '/api/studio/home-curation/rows/{id}/',
    summary: 'Replaces the fields and the works of a row',
    access: studioAccess.catalogue,
    params: idParams,
    body: RowEdit,
    response: StudioHomeCuration,
    problems: ['edit_conflict'],
  }),
  deleteRow: endpoint({
    method: 'DELETE',
    path: '/api/studio/home-curation/rows/{id}/',
    summary: 'Deletes a row; with `version` only that version of it',
    access: studioAccess.catalogue,
    params: idParams,
    query: z.strictObject({ version: z.optional(idString) }),
    response: StudioHomeCuration,
    problems: ['edit_conflict'],
  }),
  reorderRows: endpoint({
    method: 'POST',
    path: '/api/studio/home-curation/order/',
    summary: 'Reorders the rows; `edit_conflict` if `from` is not their current order',
    access: studioAccess.catalogue,
    body: z.strictObject({ from: order, to: order }),
    response: StudioHomeCuration,
    problems: ['edit_conflict'],
  }),
}
