import type { ServerModule } from '#server/api/server-module.ts'
import { contentsHandlers } from './handlers.ts'
import { catalogueHandlers } from './staff/catalogue/handlers.ts'
import { categoriesHandlers } from './staff/categories/handlers.ts'
import { homeCurationHandlers } from './staff/home-curation/handlers.ts'
import { publishingHandlers } from './staff/publishing/handlers.ts'

export const contentsServerModule = (deps: Parameters<typeof catalogueHandlers>[0]) =>
  ({
    endpoints: {
      contents: contentsHandlers,
      studio_catalogue: catalogueHandlers(deps),
      studio_publishing: publishingHandlers(),
      studio_home_curation: homeCurationHandlers(),
      studio_categories: categoriesHandlers(),
    },
  }) satisfies ServerModule
