import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { startPriceChange, stopPriceChange } from './change-prices.ts'
import { readPriceChanges } from './price-change-queries.ts'

export const studioPriceChangesHandlers: Handlers<typeof endpoints.studio_price_changes> = {
  async listPriceChanges({ db }) {
    const results = await readPriceChanges(db)
    return { count: results.length, results }
  },
  startPriceChange: (call) => call.transact((tx) => startPriceChange(tx, call, call.body)),
  stopPriceChange: (call) => call.transact((tx) => stopPriceChange(tx, call, call.params.id)),
}
