import { second_factor } from '#contract/accounts/second-factor.ts'
import { call } from '#web/api/client.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

/** Whether this session has passed the second factor, and the factors it can use. */
export const secondFactorQuery = queryOptions({
  queryKey: accountKeys.secondFactor,
  queryFn: () => call(second_factor.read, {}),
  staleTime: Infinity,
  // Passkeys are also changed on the page of the member's profile, which has another cache.
  refetchOnMount: 'always',
})
