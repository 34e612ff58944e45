import * as z from 'zod/mini'
import { maxTastePicks } from './recommendation-limits.ts'
import { SeriesCard } from '#contract/contents/contents.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { id, idParams, listResponse } from '#contract/core/fields.ts'

/**
 * Kinds of personal rows: works for the taste of the profile, works after one that it liked, other works of the people in one that
 * it liked, works that profiles of its age limit watch most, and works that it finished long ago.
 */
export const personalRowKinds = ['taste', 'because', 'people', 'age_group', 'again'] as const

/** A personal row of home. */
export const PersonalRow = z.object({
  kind: z.enum(personalRowKinds),
  /** The work that is the reason of the row, for `because` and `people`. */
  because_of: z.nullable(z.object({ id: z.int(), title: z.string() })),
  works: z.array(SeriesCard),
})
export type PersonalRow = z.infer<typeof PersonalRow>

const rowKinds = z.array(z.enum(personalRowKinds)).check(z.maxLength(personalRowKinds.length))

export const recommendations = {
  listPersonalRows: endpoint({
    method: 'GET',
    path: '/api/contents/recommendations/me/',
    summary: 'Lists the personal rows of home. No work is in two rows',
    access: 'profile',
    response: z.object({
      rows: z.array(PersonalRow),
      /** Whether to ask for works that the profile likes: it has no signals and has not been asked. */
      needs_taste_picks: z.boolean(),
    }),
  }),
  reportRows: endpoint({
    method: 'POST',
    path: '/api/contents/recommendations/me/reports/',
    summary: 'Counts personal rows that were seen and those of which a work was opened',
    access: 'profile',
    body: z.strictObject({ impressions: rowKinds, clicks: rowKinds }),
    response: null,
  }),
  pickTaste: endpoint({
    method: 'POST',
    path: '/api/contents/recommendations/me/picks/',
    summary: 'Stores the works that a new profile likes, or none if it skips the question',
    access: 'profile',
    body: z.strictObject({
      series_ids: z.array(id).check(z.maxLength(maxTastePicks)),
    }),
    response: null,
  }),
  refuseWork: endpoint({
    method: 'POST',
    path: '/api/contents/recommendations/me/refusals/',
    summary:
      'Stops recommending a work and its like (관심 없음); repeating the call changes nothing',
    access: 'profile',
    body: z.strictObject({ series_id: id }),
    response: null,
  }),
  restoreWork: endpoint({
    method: 'DELETE',
    path: '/api/contents/recommendations/me/refusals/{id}/',
    summary: 'Takes back the refusal of a series',
    access: 'profile',
    params: idParams,
    response: null,
  }),
  listSimilar: endpoint({
    method: 'GET',
    path: '/api/contents/series/{id}/similar/',
    summary: 'Lists series similar to a series, the closest first; empty before the first training',
    access: 'public',
    params: idParams,
    response: listResponse(SeriesCard),
  }),
}
