import type { ServerModule } from '#server/api/server-module.ts'
import { serviceHandlers } from './handlers.ts'
import { type ServiceDependencies, studioServiceHandlers } from './staff/handlers.ts'

export const serviceServerModule = (deps: ServiceDependencies) =>
  ({
    endpoints: { service: serviceHandlers, studio_service: studioServiceHandlers(deps) },
  }) satisfies ServerModule
