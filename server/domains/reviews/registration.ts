import type { ServerModule } from '#server/api/server-module.ts'
import { reviewsHandlers } from './handlers.ts'

export const reviewsServerModule = (deps: Parameters<typeof reviewsHandlers>[0]) =>
  ({ endpoints: { reviews: reviewsHandlers(deps) } }) satisfies ServerModule
