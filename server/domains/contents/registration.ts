import type { ServerModule } from '#server/api/server-module.ts'
import { contentsHandlers } from './handlers.ts'

export const contentsServerModule = {
  endpoints: { contents: contentsHandlers },
} satisfies ServerModule
