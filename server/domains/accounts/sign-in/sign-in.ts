import type { endpoints } from '#contract/index.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import type { RequestContext, Member } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { clearAttempts, countAttempt } from './failed-attempts.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { memberColumns, replaceSession, deleteSession } from '../sessions/sessions.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type LogIn = ParsedInput<typeof endpoints.accounts.logIn> & RequestContext

/**
 * D-13. An address nobody has costs the same work and gets the same answer as a wrong password.
 * @throws Refusal `invalid_credentials`, `rate_limited` before anything is hashed, `service_unavailable` before
 * anything is read
 */
export async function signInWithPassword(
  parts: AccountsDependencies,
  call: LogIn,
): Promise<Member> {
  const { body, db, transact, now, session, client, cookie } = call
  const { passwords } = parts
  const signedIn = await passwords.withHashingSlot(async ({ verify, hash }) => {
    await consumeRateLimits(call, parts, [['logins_from_address', clientNetwork(client.address)]])
    await countAttempt(call, parts, body.email)
    const found = await db
      .selectFrom('members')
      .select(['id', 'password_hash'])
      .where('email', '=', body.email)
      .executeTakeFirst()
    const right = await verify(found?.password_hash ?? null, body.password, call.isAborted)
    if (!found || !right) return null
    const renewed = passwords.needsRehash(found.password_hash) ? await hash(body.password) : null
    return transact(async (tx) => {
      // The password may have been changed while this one was looked at: then it is worth nothing any more, and
      // whoever changes it from now on waits, and ends the session that begins here.
      const row = await tx
        .selectFrom('members')
        .select(['members.id', ...memberColumns])
        .where('id', '=', found.id)
        .where('password_hash', '=', found.password_hash)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!row) return null
      if (renewed !== null)
        await tx
          .updateTable('members')
          .set({ password_hash: renewed })
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

/** Ends the session there is, and takes the cookie from a browser in any case. */
export async function signOut({ session, transact, cookie }: RequestContext) {
  if (session) await transact((tx) => deleteSession(tx, session.id))
  cookie.take()
}
