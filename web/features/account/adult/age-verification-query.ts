import * as identity from '#web/api/endpoints/identity.generated.ts'
import { apiRequest } from '#web/api/client.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'

/** The method of age verification, and the end of the member's current one. */
export const ageVerificationQuery = queryOptions({
  queryKey: accountKeys.ageVerification,
  queryFn: () => apiRequest(identity.readAgeVerification, {}),
  staleTime: 0,
})
