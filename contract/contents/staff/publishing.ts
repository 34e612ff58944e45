import * as z from 'zod/mini'
import { maxCategories } from '#contract/core/constants.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { bigId, id, timestamp } from '#contract/core/fields.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'

/** The longest period of the schedule. */
export const maxScheduleDays = 35
/** The most items of a schedule; the earliest are returned. */
export const maxScheduleItems = 1_000
/** The most works of a bulk edit, and the most edits undone at once. */
export const maxBulkItems = 100

/**
 * `publish` also removes a start in the future, so that the work is public at once; `hide` keeps the schedule.
 * `add_category` and `remove_category` require `category_id`.
 */
export const bulkActions = ['publish', 'hide', 'add_category', 'remove_category'] as const
export type BulkAction = (typeof bulkActions)[number]

/**
 * Why a work was not changed. `edit_conflict`: edited since it was read; `ended`: its end is in the past, so publishing it
 * would show nothing; `in_the_past`: an undo would restore a start that has passed.
 */
export const bulkRefusals = ['edit_conflict', 'not_found', 'ended', 'in_the_past'] as const
export type BulkRefusal = (typeof bulkRefusals)[number]

export const BulkResult = z.object({
  /** The work. */
  id: z.int(),
  /** Null for a work that does not exist. */
  title: z.nullable(z.string()),
  outcome: z.enum(['changed', 'unchanged', 'refused']),
  /** Null unless refused. */
  refusal: z.nullable(z.enum(bulkRefusals)),
  /** The audit log entry of the change, by which it can be undone. */
  entry_id: z.nullable(z.int()),
})
export type BulkResult = z.infer<typeof BulkResult>

export const scheduleKinds = ['work', 'episode', 'campaign'] as const
/** A campaign `sends`; works and episodes open and close. `announced`: the date that an announcement names, which opens nothing. */
export const scheduleEvents = ['opens', 'closes', 'announced', 'sends'] as const
/**
 * Why viewers will not see what opens: it is `hidden` by hand, has `no_video`, or its work is hidden, opens later or has
 * ended by then (`work_hidden`). An announced date may have passed without a film (`overdue`).
 */
export const scheduleIssues = ['hidden', 'no_video', 'work_hidden', 'overdue'] as const

export const ScheduleItem = z.object({
  kind: z.enum(scheduleKinds),
  event: z.enum(scheduleEvents),
  /** The work, the episode or the campaign. */
  id: z.int(),
  /** The version of the row, which an edit must name. */
  version: z.int(),
  at: timestamp,
  title: z.string(),
  /** Null for a campaign. */
  work_id: z.nullable(z.int()),
  /** Null unless it is an episode of a series. */
  episode: z.nullable(z.object({ season_number: z.int(), number: z.int(), title: z.string() })),
  /** Episodes that open together with a work, at the same instant. */
  episode_count: z.int(),
  /** Null for what has happened, unless it is `overdue`, and without an issue. */
  issue: z.nullable(z.enum(scheduleIssues)),
})
export type ScheduleItem = z.infer<typeof ScheduleItem>

/** Publication of many works, and what is scheduled (decisions/0049-editing). */
export const studio_publishing = {
  listSchedule: endpoint({
    method: 'GET',
    path: '/api/studio/schedule/',
    summary: 'Lists what opens, closes and is sent from one instant until before another, in order',
    access: studioAccess.catalogue,
    /** `to` is exclusive, and at most 35 days after `from`. */
    query: z.strictObject({ from: timestamp, to: timestamp }),
    response: z.object({ results: z.array(ScheduleItem), is_truncated: z.boolean() }),
  }),
  editWorks: endpoint({
    method: 'POST',
    path: '/api/studio/works/bulk/',
    summary:
      'Publishes, hides or categorizes works, each in its own transaction, with a result for each',
    access: studioAccess.catalogue,
    body: z.strictObject({
      action: z.enum(bulkActions),
      category_id: z.optional(z.int().check(z.gte(1), z.lte(maxCategories))),
      /** `version`: the one the caller has read. */
      items: z
        .array(z.strictObject({ id, version: id }))
        .check(z.minLength(1), z.maxLength(maxBulkItems)),
    }),
    response: z.object({ results: z.array(BulkResult) }),
  }),
  undoEdits: endpoint({
    method: 'POST',
    path: '/api/studio/works/bulk/undo/',
    summary: 'Undoes edits of works by their audit log entries, each in its own transaction',
    access: studioAccess.catalogue,
    body: z.strictObject({
      entry_ids: z.array(bigId).check(z.minLength(1), z.maxLength(maxBulkItems)),
    }),
    response: z.object({ results: z.array(BulkResult) }),
  }),
}
