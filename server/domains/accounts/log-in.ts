import type { endpoints } from '#contract/index.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { Caller, Member } from '#server/kernel/handler.ts'
import { networkOf } from '#server/kernel/network.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { forgiveGuesses, takeGuess } from './guesses.ts'
import type { AccountsParts } from './parts.ts'
import { memberColumns, signIn } from './sessions.ts'
import { draw } from './throttles.ts'

type LogIn = CallOutput<typeof endpoints.accounts.logIn> & Caller

/**
 * D-13. An address nobody has costs the same work and gets the same answer as a wrong password.
 * @throws Refusal `invalid_credentials`, `rate_limited` before anything is hashed, `service_unavailable` before
 * anything is read
 */
export async function logIn(parts: AccountsParts, call: LogIn): Promise<Member> {
  const { body, db, transact, now, session, visitor, cookie } = call
  const { passwords } = parts
  const signedIn = await passwords.withPlace(async ({ verify, hash }) => {
    await draw(call, parts, [['logins_from_address', networkOf(visitor.address)]])
    await takeGuess(call, parts, body.email)
    const found = await db
      .selectFrom('members')
      .select(['id', 'password_hash'])
      .where('email', '=', body.email)
      .executeTakeFirst()
    const right = await verify(found?.password_hash ?? null, body.password, call.isGone)
    if (!found || !right) return null
    const renewed = passwords.isOld(found.password_hash) ? await hash(body.password) : null
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
      await forgiveGuesses(tx, parts, body.email)
      return { row, opened: await signIn(tx, row.id, { before: session, visitor, now }) }
    })
  })
  if (!signedIn) refuse('invalid_credentials')
  cookie.give(signedIn.opened.token, signedIn.opened.ends)
  return signedIn.row
}
