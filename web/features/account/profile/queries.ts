import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { call } from '#web/api/client.ts'
import { queryOptions } from '@tanstack/react-query'

export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: () => call(viewerEndpoints.accounts.listSessions, {}),
})

export const passkeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: () => call(viewerEndpoints.accounts.listPasskeys, {}),
})
