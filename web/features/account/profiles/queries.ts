import { listProfiles } from '#web/api/endpoints/profiles.generated.ts'
import { call } from '#web/api/client.ts'
import { queryOptions } from '@tanstack/react-query'
import { accountKeys } from '#web/features/account/query-keys.ts'

/** The profiles of the account, and which of them this session has selected. */
export const profilesQuery = queryOptions({
  queryKey: accountKeys.profiles,
  queryFn: () => call(listProfiles, {}),
})
