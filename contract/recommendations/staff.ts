import * as z from 'zod/mini'
import { personalRowKinds } from '#contract/recommendations/recommendations.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { idParams, listResponse, timestamp } from '#contract/core/fields.ts'
import { singleLineText } from '#contract/core/text-fields.ts'

/** In code points. */
export const experimentNameLength = { min: 1, max: 60 } as const

/** Days of the figures of rows. */
export const rowStatsDays = 28

/** `pinned` works are first in the taste row of every profile; `excluded` works are not recommended. */
export const overrideKinds = ['pinned', 'excluded'] as const

/** Instead of all personal rows, the treatment shows the row of taste alone, or none. */
export const experimentTreatments = ['taste_only', 'no_rows'] as const
export type ExperimentTreatment = (typeof experimentTreatments)[number]

export const experimentArms = ['control', 'treatment'] as const
export type ExperimentArm = (typeof experimentArms)[number]

const RowStats = z.object({
  kind: z.enum(personalRowKinds),
  /** Rows that were at least half visible, and clicks on their works. */
  impressions: z.int(),
  clicks: z.int(),
  /** Public works that the model can show in the row; null for works that a profile has finished. */
  works: z.nullable(z.int()),
})

const RecommendationOverview = z.object({
  /** Null before the first training. */
  model: z.nullable(z.object({ trained_at: timestamp, profile_count: z.int() })),
  public_works: z.int(),
  rows: z.array(RowStats),
})

const WorkOverride = z.object({
  series_id: z.int(),
  title: z.string(),
  kind: z.enum(overrideKinds),
  created_at: timestamp,
})

const Experiment = z.object({
  id: z.int(),
  name: z.string(),
  treatment: z.enum(experimentTreatments),
  started_at: timestamp,
  /** Null while it runs. */
  ended_at: z.nullable(timestamp),
  /** Profiles that existed at the start, and the minutes that each has watched on average while it ran. */
  arms: z.array(z.object({ arm: z.enum(experimentArms), profiles: z.int(), minutes: z.number() })),
  /** Minutes of the treatment less those of the control, with a 95 % interval; null for fewer than 30 profiles an arm. */
  comparison: z.nullable(z.object({ difference: z.number(), low: z.number(), high: z.number() })),
})

export type RecommendationOverview = z.infer<typeof RecommendationOverview>
export type RowStats = z.infer<typeof RowStats>
export type WorkOverride = z.infer<typeof WorkOverride>
export type Experiment = z.infer<typeof Experiment>

export const studio_recommendations = {
  readOverview: endpoint({
    method: 'GET',
    path: '/api/studio/recommendations/',
    summary: 'Returns the coverage of the model and the clicks of personal rows of 28 days',
    access: studioAccess.discovery,
    response: RecommendationOverview,
  }),
  listOverrides: endpoint({
    method: 'GET',
    path: '/api/studio/recommendations/works/',
    summary: 'Lists the pinned and the excluded works, the latest first',
    access: studioAccess.discovery,
    response: listResponse(WorkOverride),
  }),
  setOverride: endpoint({
    method: 'PUT',
    path: '/api/studio/recommendations/works/{id}/',
    summary:
      'Pins or excludes a series, from the next request on; repeating the call changes nothing',
    access: studioAccess.discovery_editing,
    params: idParams,
    body: z.strictObject({ kind: z.enum(overrideKinds) }),
    response: null,
  }),
  removeOverride: endpoint({
    method: 'DELETE',
    path: '/api/studio/recommendations/works/{id}/',
    summary: 'Recommends a series as the model does',
    access: studioAccess.discovery_editing,
    params: idParams,
    response: null,
  }),
  listExperiments: endpoint({
    method: 'GET',
    path: '/api/studio/recommendations/experiments/',
    summary: 'Lists the latest ten experiments with the minutes watched by arm, the latest first',
    access: studioAccess.discovery,
    response: listResponse(Experiment),
  }),
  startExperiment: endpoint({
    method: 'POST',
    path: '/api/studio/recommendations/experiments/',
    summary: 'Starts an experiment with half of the profiles; `conflict` while another one runs',
    access: studioAccess.discovery_editing,
    body: z.strictObject({
      name: singleLineText(experimentNameLength),
      treatment: z.enum(experimentTreatments),
    }),
    response: null,
    status: 201,
    problems: ['conflict'],
  }),
  endExperiment: endpoint({
    method: 'POST',
    path: '/api/studio/recommendations/experiments/{id}/end/',
    summary: 'Ends an experiment; repeating the call changes nothing',
    access: studioAccess.discovery_editing,
    params: idParams,
    response: null,
  }),
}
