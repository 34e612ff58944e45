import type { endpoints } from '#contract/index.ts'
import type { Db } from '#server/db/client.ts'
import type { Handlers } from '#server/api/handler.ts'
import { readStudioCategories, readStudioSettings } from './category-queries.ts'
import {
  createCategory,
  readCategory,
  reorderCategories,
  setSettings,
  updateCategory,
} from './edit-categories.ts'

async function list(db: Db) {
  const results = await readStudioCategories(db)
  return { count: results.length, results }
}

/** Categories and what the header and home show by id. Database triggers invalidate the cached responses. */
export const categoriesHandlers = (): Handlers<typeof endpoints.studio_categories> => ({
  listCategories: ({ db }) => list(db),
  async createCategory(call) {
    const id = await call.transact((tx) => createCategory(tx, call, call.body.name))
    return readCategory(call.db, id)
  },
  async updateCategory(call) {
    const { params, body } = call
    await call.transact((tx) => updateCategory(tx, call, { ...params, ...body }))
    return readCategory(call.db, params.id)
  },
  async reorderCategories(call) {
    await call.transact((tx) => reorderCategories(tx, call, call.body))
    return list(call.db)
  },
  readSettings: ({ db }) => readStudioSettings(db),
  setSettings: (call) => call.transact((tx) => setSettings(tx, call, call.body)),
})
