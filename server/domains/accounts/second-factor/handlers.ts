import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { requireStaffMember } from '../members.ts'
import { readSecondFactor } from './factors.ts'
import {
  beginPasskeyVerification,
  verifySecondFactorByCode,
  verifySecondFactorByPasskey,
} from './verify-second-factor.ts'
import { beginTotpEnrollment, confirmTotpEnrollment } from './enroll-authenticator.ts'

export function secondFactorHandlers(
  deps: AccountsDependencies,
): Handlers<typeof endpoints.second_factor> {
  return {
    read: async (call) => readSecondFactor(call.db, requireStaffMember(call)),
    prove: async (call) => verifySecondFactorByCode(deps, requireStaffMember(call), call.body.code),
    beginPasskey: async (call) => beginPasskeyVerification(deps, requireStaffMember(call)),
    provePasskey: async (call) =>
      verifySecondFactorByPasskey(deps, requireStaffMember(call), call.body.response),
    beginAuthenticator: async (call) =>
      beginTotpEnrollment(deps, requireStaffMember(call), call.body),
    confirmAuthenticator: async (call) =>
      confirmTotpEnrollment(deps, requireStaffMember(call), call.body.code),
  }
}
