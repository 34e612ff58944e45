import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { readStudioCategories, readStudioSettings } from './category-queries.ts'
import {
  createCategory,
  reorderCategories,
  setSettings,
  updateCategory,
} from './edit-categories.ts'

/** Categories and what home shows by id. Database triggers invalidate the cached responses. */
export const categoriesHandlers = (): Handlers<typeof endpoints.studio_categories> => ({
  async listCategories({ db }) {
    const results = await readStudioCategories(db)
    return { count: results.length, results }
  },
  createCategory: (call) => call.transact((tx) => createCategory(tx, call, call.body.name)),
  updateCategory: (call) =>
    call.transact((tx) => updateCategory(tx, call, { ...call.params, ...call.body })),
  reorderCategories: (call) => call.transact((tx) => reorderCategories(tx, call, call.body)),
  readSettings: ({ db }) => readStudioSettings(db),
  setSettings: (call) => call.transact((tx) => setSettings(tx, call, call.body)),
})
