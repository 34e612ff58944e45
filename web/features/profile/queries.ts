import { endpoints } from '#contract/viewers.ts'
import { call } from '#web/data/client.ts'
import { queryOptions } from '@tanstack/react-query'

export const devicesQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: () => call(endpoints.accounts.listSessions, {}),
})

export const passkeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: () => call(endpoints.accounts.listPasskeys, {}),
})
