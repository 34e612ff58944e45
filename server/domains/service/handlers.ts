import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { readPublicService, readTerms } from './read-service.ts'

/** Both documents and settings change rarely, so a change drops the cached responses of all. */
const tag = 'service'

export const serviceHandlers: Handlers<typeof endpoints.service> = {
  async readService({ db, cacheTag }) {
    cacheTag(tag)
    return readPublicService(db)
  },
  async readTerms({ db, cacheTag, params, query, now }) {
    cacheTag(tag)
    return readTerms(db, params.name, query.version, now)
  },
}
