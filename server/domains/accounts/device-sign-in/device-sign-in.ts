import {
  deviceCodeMinutes,
  devicePollSeconds,
  userCodeAlphabet,
  userCodeLength,
} from '#contract/accounts/account-rules.ts'
import type {
  device_sign_in,
  DeviceCode,
  DeviceRequest,
} from '#contract/accounts/device-sign-in.ts'
import type { Handlers } from '#server/api/handler.ts'
import type { Member, RequestContext } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { randomInt } from 'node:crypto'
import type { AccountsDependencies } from '../dependencies.ts'
import { lockMemberForSignIn } from '../member-queries.ts'
import { type MemberContext, requireMember, toUser } from '../members.ts'
import { findProfiles, selectionOf } from '../profiles/profile-queries.ts'
import { consumeRateLimits } from '../rate-limits.ts'
import { generateToken, hashToken } from '../sessions/sessions.ts'
import { openSession } from '../sign-in/sign-in.ts'
import {
  decideDeviceSignIn,
  findDeviceRequest,
  insertDeviceSignIn,
  recordPoll,
  takeDeviceApproval,
} from './device-sign-in-queries.ts'

/** 20 consonants, 34 bits: five tries a minute in ten minutes guess one of 1,000 codes once in 500,000 times. */
const generateUserCode = () =>
  Array.from(
    { length: userCodeLength },
    () => userCodeAlphabet[randomInt(userCodeAlphabet.length)],
  ).join('')

const hashUserCode = ({ encryption }: Pick<AccountsDependencies, 'encryption'>, code: string) =>
  encryption.blindIndex('code', `device sign-in ${code}`)

/** Starts the sign-in of a device. @throws ProblemError `rate_limited` */
async function requestDeviceCode(
  deps: AccountsDependencies,
  caller: RequestContext,
): Promise<DeviceCode> {
  const { transact, client, now } = caller
  await consumeRateLimits(caller, deps, [
    ['device_codes_from_address', clientNetwork(client.address)],
  ])
  const device_code = generateToken()
  const code = generateUserCode()
  const expires_in = deviceCodeMinutes * 60
  await transact((tx) =>
    insertDeviceSignIn(tx, {
      ...client,
      device_code_hash: hashToken(device_code),
      user_code_hash: hashUserCode(deps, code),
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + expires_in * 1_000).toISOString(),
    }),
  )
  const half = userCodeLength / 2
  const user_code = `${code.slice(0, half)}-${code.slice(half)}`
  const verification_uri = `${deps.site_url}/activate`
  return {
    device_code,
    user_code,
    verification_uri,
    verification_uri_complete: `${verification_uri}?code=${user_code}`,
    expires_in,
    interval: devicePollSeconds,
  }
}

/**
 * Signs the device in if a member has let it in; the approval is used once.
 * @throws ProblemError `authorization_pending`, `slow_down`, `expired_token` or `access_denied`, as in RFC 8628
 */
async function pollDeviceCode(
  deps: AccountsDependencies,
  caller: RequestContext,
  device_code: string,
): Promise<Member> {
  const { transact, now } = caller
  const hash = hashToken(device_code)
  // In a transaction of its own: it counts whatever the outcome, and holds no lock while the member is locked.
  const poll = await transact((tx) => recordPoll(tx, hash, now))
  if (!poll) throwProblem('expired_token')
  if (poll.is_early) throwProblem('slow_down')
  if (poll.is_approved === false) throwProblem('access_denied')
  const { member_id } = poll
  if (member_id === null) throwProblem('authorization_pending')
  const member = await transact(async (tx) => {
    const member = await lockMemberForSignIn(tx, member_id)
    if (!member || !(await takeDeviceApproval(tx, hash, now))) return null
    await openSession(tx, deps, member_id, caller)
    return member
  })
  return member ?? throwProblem('expired_token')
}

/** Counts a try of a code before it is looked up. */
const countTry = (deps: AccountsDependencies, caller: MemberContext) =>
  consumeRateLimits(caller, deps, [
    ['device_code_tries_from_address', clientNetwork(caller.client.address)],
  ])

/** @throws ProblemError `not_found` for an unknown, expired or decided code; `rate_limited` */
async function readDeviceRequest(
  deps: AccountsDependencies,
  caller: MemberContext,
  code: string,
): Promise<DeviceRequest> {
  await countTry(deps, caller)
  const row = await findDeviceRequest(caller.db, hashUserCode(deps, code), caller.now)
  if (!row) throwProblem('not_found')
  const { created_at: requested_at, ...request } = row
  const is_same_network = clientNetwork(row.address) === clientNetwork(caller.client.address)
  return { ...request, requested_at, is_same_network }
}

/** @throws ProblemError as `readDeviceRequest` does */
async function decideDeviceRequest(
  deps: AccountsDependencies,
  caller: MemberContext,
  { user_code, is_approved }: { user_code: string; is_approved: boolean },
) {
  await countTry(deps, caller)
  const { transact, session, now } = caller
  const decision = { session_id: is_approved ? session.id : null, now }
  const hash = hashUserCode(deps, user_code)
  if (!(await transact((tx) => decideDeviceSignIn(tx, hash, decision)))) throwProblem('not_found')
  return null
}

export const deviceSignInHandlers = (
  deps: AccountsDependencies,
): Handlers<typeof device_sign_in> => ({
  requestDeviceCode: (call) => requestDeviceCode(deps, call),
  async pollDeviceCode(call) {
    const member = await pollDeviceCode(deps, call, call.body.device_code)
    const selection = selectionOf(await findProfiles(call.db, member.id), null)
    return toUser(member, selection, deps.encryption, call.now)
  },
  readDeviceRequest: (call) => readDeviceRequest(deps, requireMember(call), call.query.user_code),
  decideDeviceRequest: (call) => decideDeviceRequest(deps, requireMember(call), call.body),
})
