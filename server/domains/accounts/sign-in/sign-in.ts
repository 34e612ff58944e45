import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { clearAttempts, countAttempt } from './failed-attempts.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { memberColumns, replaceSession, deleteSession } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type SignInCall = ParsedInput<typeof endpoints.accounts.logIn> & RequestContext

/**
 * Signs in with e-mail and password (D-13). An unregistered address takes the same work and gets the same response as a
 * wrong password.
 * @throws ProblemError `invalid_credentials`; `rate_limited` before hashing; `service_unavailable` before any query
 */
export async function signInWithPassword(
  parts: AccountsDependencies,
  call: SignInCall,
): Promise<Member> {
  const { body, db, transact, now, session, client, cookie } = call
  const { passwords } = parts
  const signedIn = await passwords.withHashingSlot(async ({ verify, hash }) => {
    await consumeRateLimits(call, parts, [['logins_from_address', clientNetwork(client.address)]])
    await countAttempt(call, parts, body.email)
    const credentials = await db
      .selectFrom('members')
      .select(['id', 'password_hash'])
      .where('email', '=', body.email)
      .executeTakeFirst()
    const isCorrect = await verify(
      credentials?.password_hash ?? null,
      body.password,
      call.isAborted,
    )
    if (!credentials || !isCorrect) return null
    const rehashed = passwords.needsRehash(credentials.password_hash)
      ? await hash(body.password)
      : null
    return transact(async (tx) => {
      // The password may have changed during verification; the condition on the hash detects that. The row lock makes a
      // later change wait for this transaction and then end the session created here.
      const row = await tx
        .selectFrom('members')
        .select(['members.id', ...memberColumns])
        .where('id', '=', credentials.id)
        .where('password_hash', '=', credentials.password_hash)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!row) return null
      if (rehashed !== null)
        await tx
          .updateTable('members')
          .set({ password_hash: rehashed })
          .where('id', '=', row.id)
          .execute()
      await clearAttempts(tx, parts, body.email)
      return { row, opened: await replaceSession(tx, row.id, { before: session, client, now }) }
    })
  })
  if (!signedIn) throwProblem('invalid_credentials')
  cookie.give(signedIn.opened.token, signedIn.opened.ends)
  return signedIn.row
}

/** Ends the session, if any, and clears the cookie in any case. */
export async function signOut({ session, transact, cookie }: RequestContext) {
  if (session) await transact((tx) => deleteSession(tx, session.id))
  cookie.take()
}
