import type { accounts } from '#contract/accounts/accounts.ts'
import type { EndpointResponse } from '#contract/core/endpoint.ts'

export type FoundId = EndpointResponse<typeof accounts.recoverEmail>

const key = 'hanpyeon.found-id'

/** What was found is kept for this tab, so that the page that shows it can be loaded again. */
export const foundId = {
  keep(found: FoundId) {
    sessionStorage.setItem(key, JSON.stringify(found))
  },
  /** Null where nothing was found in this tab. */
  read(): FoundId | null {
    try {
      const found = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<FoundId> | null
      return found?.email && found.joined_on ? (found as FoundId) : null
    } catch {
      return null
    }
  },
}
