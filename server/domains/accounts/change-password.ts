import type { endpoints } from '#contract/index.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { putPassword, refuseUnfit } from './new-password.ts'
import type { AccountsParts } from './parts.ts'
import { proveAgain } from './prove-again.ts'
import { closeSessionsOf, openSession } from './sessions.ts'
import { signedIn } from './signed-in.ts'

type ChangePassword = CallOutput<typeof endpoints.accounts.changePassword> & Caller

/** D-16: ends every session of the member, and gives this browser another. */
export async function changePassword(parts: AccountsParts, call: ChangePassword) {
  const { body, session, member, transact, visitor, now, cookie } = signedIn(call)
  await proveAgain(parts, call, body.current_password)
  refuseUnfit(body, member)
  const password_hash = await parts.passwords.hash(body.new_password, call.isGone)
  const { token, ends } = await transact(async (tx) => {
    await putPassword(tx, parts, member, password_hash, call)
    // With the member's row locked: a session that was ended meanwhile, by another change, may not come back by this one.
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) refuse('authentication_required')
    await closeSessionsOf(tx, member.id)
    return openSession(tx, member.id, visitor, now)
  })
  cookie.give(token, ends)
}
