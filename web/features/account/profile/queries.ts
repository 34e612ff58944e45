import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { call } from '#web/api/client.ts'
import { queryOptions } from '@tanstack/react-query'

export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: () => call(accounts.listSessions, {}),
})

export const passkeysQuery = queryOptions({
  queryKey: ['accounts', 'passkeys'],
  queryFn: () => call(accounts.listPasskeys, {}),
})
