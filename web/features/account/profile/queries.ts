import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { call } from '#web/api/client.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

export const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: () => call(accounts.listSessions, {}),
})

export const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: () => call(accounts.listPasskeys, {}),
})
