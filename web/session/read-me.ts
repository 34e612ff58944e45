import type { User } from '#contract/accounts/accounts.ts'
import { apiRequest } from '#web/api/client.ts'
import { readMe as endpoint } from '#web/api/endpoints/session.generated.ts'

/** Requests the user of the session. A file of its own, because visitors load neither it nor the client of the API. */
export const readMe = (): Promise<User> => apiRequest(endpoint, {})
