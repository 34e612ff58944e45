import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { clearAttempts, countAttempt } from './failed-attempts.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { findCredentials, lockMemberByPassword, updateMember } from '../member-queries.ts'
import { deleteSession } from '../sessions/session-queries.ts'
import { replaceSession } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type SignInCall = ParsedInput<typeof endpoints.accounts.logIn> & RequestContext

const unknownMember = { id: 0, password_hash: null }

/**
 * Signs in with e-mail and password (D-13). An unregistered address takes the same work and gets the same response as a
 * wrong password.
 * @throws ProblemError `invalid_credentials`; `rate_limited` before hashing; `service_unavailable` before any query
 */
export async function signInWithPassword(
  deps: AccountsDependencies,
  call: SignInCall,
): Promise<Member> {
  const { body, db, transact, now, session, client, cookie } = call
  const { passwords } = deps
  const signedIn = await passwords.withHashingSlot(async ({ verify, hash }) => {
    await consumeRateLimits(call, deps, [['logins_from_address', clientNetwork(client.address)]])
    await countAttempt(call, deps, body.email)
    const { id, password_hash } = (await findCredentials(db, body.email)) ?? unknownMember
    const isCorrect = await verify(password_hash, body.password, call.isAborted)
    if (password_hash === null || !isCorrect) return null
    const rehashed = passwords.needsRehash(password_hash) ? await hash(body.password) : null
    return transact(async (tx) => {
      // The password may have changed during verification; the condition on the hash detects that. The row lock makes a
      // later change wait for this transaction and then end the session created here.
      const member = await lockMemberByPassword(tx, id, password_hash)
      if (!member) return null
      if (rehashed !== null) await updateMember(tx, id, { password_hash: rehashed })
      await clearAttempts(tx, deps, body.email)
      return { member, opened: await replaceSession(tx, id, { before: session, client, now }) }
    })
  })
  if (!signedIn) throwProblem('invalid_credentials')
  cookie.give(signedIn.opened.token, signedIn.opened.ends)
  return signedIn.member
}

/** Ends the session, if any, and clears the cookie in any case. */
export async function signOut({ session, transact, cookie }: RequestContext) {
  if (session) await transact((tx) => deleteSession(tx, session.id))
  cookie.take()
}
