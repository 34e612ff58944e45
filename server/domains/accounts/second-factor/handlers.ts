import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { requireMember, type MemberContext } from '../members.ts'
import { beginPasskeyVerification, verifySecondFactorByPasskey } from './verify-with-passkey.ts'
import {
  verifySecondFactorByCode,
  readSecondFactor,
  requireStaffRole,
} from './verify-second-factor.ts'
import { beginTotpEnrollment, confirmTotpEnrollment } from './enroll-authenticator.ts'

export function secondFactorHandlers(
  parts: AccountsDependencies,
): Handlers<typeof endpoints.second_factor> {
  const staff = <C extends MemberContext>(call: C): C => {
    requireStaffRole(call)
    return call
  }
  return {
    read: async (call) => readSecondFactor(call.db, staff(requireMember(call))),
    prove: async (call) =>
      verifySecondFactorByCode(parts, staff(requireMember(call)), call.body.code),
    beginPasskey: async (call) => beginPasskeyVerification(parts, staff(requireMember(call))),
    provePasskey: async (call) =>
      verifySecondFactorByPasskey(parts, staff(requireMember(call)), call.body.response),
    beginAuthenticator: async (call) =>
      beginTotpEnrollment(parts, staff(requireMember(call)), call.body),
    confirmAuthenticator: async (call) =>
      confirmTotpEnrollment(parts, staff(requireMember(call)), call.body.code),
  }
}
