import type { email_changes } from '#contract/accounts/email-changes.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { confirmMerge } from '../merge/merge-accounts.ts'
import { requireMember } from '../members.ts'
import {
  confirmEmailChange,
  refuseEmailChange,
  requestEmailChange,
  resumeEmail,
} from './change-email.ts'

export const emailChangesHandlers = (
  deps: AccountsDependencies,
): Handlers<typeof email_changes> => ({
  requestEmailChange: (call) => requestEmailChange(deps, requireMember(call), call.body),
  confirmEmailChange: (call) => confirmEmailChange(call, call.body.token),
  async resumeEmail(call) {
    await resumeEmail(deps, requireMember(call))
    return null
  },
  confirmMerge: (call) => confirmMerge(call, call.body.token),
  async refuseEmailChange(call) {
    await refuseEmailChange(call, call.body.token)
    return null
  },
})
