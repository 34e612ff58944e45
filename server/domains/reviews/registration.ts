import type { ServerModule } from '#server/api/server-module.ts'
import { reviewsHandlers } from './handlers.ts'
import { studioReviewsHandlers } from './staff/handlers.ts'

export const reviewsServerModule = (deps: Parameters<typeof reviewsHandlers>[0]) =>
  ({
    endpoints: { reviews: reviewsHandlers(deps), studio_reviews: studioReviewsHandlers },
  }) satisfies ServerModule
