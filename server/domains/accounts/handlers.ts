import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/kernel/handler.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import type { AccountsParts } from './parts.ts'
import { profileHandlers } from './profile-handlers.ts'
import { signInHandlers } from './sign-in-handlers.ts'
import { signUpHandlers } from './sign-up-handlers.ts'

export type AccountCalls = Handlers<typeof endpoints.accounts>

export function accountsHandlers(parts: AccountsParts): AccountCalls {
  return {
    ...signUpHandlers(parts),
    ...signInHandlers(parts),
    ...profileHandlers(parts),
    ...passkeyHandlers(parts),
  }
}
