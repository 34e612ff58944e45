import { refuse } from '#server/kernel/refusals.ts'
import type { AccountCalls } from './handlers.ts'
import type { AccountsParts } from './parts.ts'

type ProfileCalls = Pick<
  AccountCalls,
  'changeMe' | 'changePicture' | 'removePicture' | 'withdraw' | 'sendAdultCode' | 'verifyAdult'
>

/** What a member changes about himself, and leaving. */
export function profileHandlers(_parts: AccountsParts): ProfileCalls {
  const later = () => refuse('service_unavailable')
  return {
    changeMe: async () => later(),
    changePicture: async () => later(),
    removePicture: async () => later(),
    withdraw: async () => later(),
    sendAdultCode: async () => later(),
    verifyAdult: async () => later(),
  }
}
