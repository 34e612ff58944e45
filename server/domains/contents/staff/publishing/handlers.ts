import { dayMs } from '#contract/core/seoul-time.ts'
import type { endpoints } from '#contract/index.ts'
import { maxScheduleDays, maxScheduleItems } from '#contract/contents/staff/publishing.ts'
import type { Handlers } from '#server/api/handler.ts'
import { throwFieldError } from '#server/shared/problem-error.ts'
import { bulkEditWorks, undoBulkEdits } from './bulk-edits.ts'
import { readSchedule } from './schedule-queries.ts'

export function publishingHandlers(): Handlers<typeof endpoints.studio_publishing> {
  return {
    async listSchedule({ db, query, now }) {
      const { from, to } = query
      const span = Date.parse(to) - Date.parse(from)
      if (span <= 0) throwFieldError('to', 'too_small')
      if (span > maxScheduleDays * dayMs) throwFieldError('to', 'too_big', maxScheduleDays)
      const items = await readSchedule(db, { from, to, now, limit: maxScheduleItems + 1 })
      return {
        results: items.slice(0, maxScheduleItems),
        is_truncated: items.length > maxScheduleItems,
      }
    },

    async editWorks({ transact, body, ...editor }) {
      const { action, category_id, items } = body
      const isCategorizing = action === 'add_category' || action === 'remove_category'
      if (isCategorizing && category_id === undefined) throwFieldError('category_id', 'required')
      return { results: await bulkEditWorks(transact, editor, { action, category_id, items }) }
    },

    undoEdits: async ({ transact, body, ...editor }) => ({
      results: await undoBulkEdits(transact, editor, body.entry_ids),
    }),
  }
}
