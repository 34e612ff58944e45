import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { readActs } from './acts.ts'

export function studioHandlers(): Handlers<typeof endpoints.studio> {
  return {
    listActs: ({ db, query }) => readActs(db, query),
  }
}
