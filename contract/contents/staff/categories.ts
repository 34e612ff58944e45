import * as z from 'zod/mini'
import { CatalogueSettings } from '#contract/contents/contents.ts'
import { maxCategories } from '#contract/core/constants.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idParams, listResponse } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { singleLineText } from '#contract/core/text-fields.ts'

/** In code points. */
export const categoryNameLength = { min: 1, max: 12 } as const
export const homeTitleLength = { min: 1, max: 40 } as const
export const maxHeaderCategories = 3

/** A category with the number of all its works, public or not. */
export const StudioCategory = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  /** Left out of lists and of the pages of works. */
  is_hidden: z.boolean(),
  works: z.int(),
})
export type StudioCategory = z.infer<typeof StudioCategory>

const StudioSettings = z.extend(z.omit(CatalogueSettings, { header_categories: true }), {
  header_category_ids: z.array(z.int()),
  version: z.int(),
  /** The curated series; null if there is none. */
  curation: z.nullable(
    z.object({
      series_id: z.int(),
      title: z.string(),
      poster_url: z.nullable(z.string()),
      poster_color: z.string(),
    }),
  ),
})
export type StudioSettings = z.infer<typeof StudioSettings>

const version = z.int().check(z.gte(1))
const name = singleLineText(categoryNameLength)
const distinctIds = (max: number) =>
  z.array(id).check(
    z.maxLength(max),
    z.refine((ids: number[]) => new Set(ids).size === ids.length),
  )
const order = distinctIds(maxCategories)

/** Categories as staff arrange them, and what the header and home show by a fixed id. */
export const studio_categories = {
  listCategories: endpoint({
    method: 'GET',
    path: '/api/studio/categories/',
    summary: 'Lists all categories in display order',
    access: studioAccess.catalogue,
    response: listResponse(StudioCategory),
  }),
  createCategory: endpoint({
    method: 'POST',
    path: '/api/studio/categories/',
    summary: 'Appends a category; `conflict` if its name is used or there are sixteen',
    access: studioAccess.catalogue,
    body: z.strictObject({ name }),
    response: StudioCategory,
    status: 201,
    problems: ['conflict'],
  }),
  updateCategory: endpoint({
    method: 'PATCH',
    path: '/api/studio/categories/{id}/',
    summary: 'Renames, hides or shows a category; `conflict` if its name is used',
    access: studioAccess.catalogue,
    params: idParams,
    body: z.strictObject({
      version,
      name: z.optional(name),
      is_hidden: z.optional(z.boolean()),
    }),
    response: StudioCategory,
    problems: ['edit_conflict', 'conflict'],
  }),
  reorderCategories: endpoint({
    method: 'POST',
    path: '/api/studio/categories/order/',
    summary: 'Reorders the categories; `edit_conflict` if `from` is not their current order',
    access: studioAccess.catalogue,
    body: z.strictObject({ from: order, to: order }),
    response: listResponse(StudioCategory),
    problems: ['edit_conflict'],
  }),
  readSettings: endpoint({
    method: 'GET',
    path: '/api/studio/catalogue-settings/',
    summary: 'Returns the categories and the series that the header and home show by a fixed id',
    access: studioAccess.catalogue,
    response: StudioSettings,
  }),
  setSettings: endpoint({
    method: 'PUT',
    path: '/api/studio/catalogue-settings/',
    summary: 'Sets the categories and the series that the header and home show by a fixed id',
    access: studioAccess.catalogue,
    body: z.strictObject({
      version,
      korean_category_id: id,
      abroad_category_id: id,
      curation_series_id: z.nullable(id),
      korean_title: singleLineText(homeTitleLength),
      abroad_title: singleLineText(homeTitleLength),
      header_category_ids: distinctIds(maxHeaderCategories),
    }),
    response: StudioSettings,
    problems: ['edit_conflict'],
  }),
}
