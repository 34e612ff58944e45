import type { endpoints } from '#contract/index.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'
import { putPassword, refuseUnfit } from './new-password.ts'
import type { AccountsParts } from './parts.ts'
import { findPasswordLink } from './password-link.ts'
import { closeSessionsOf } from './sessions.ts'

type ResetPassword = CallOutput<typeof endpoints.accounts.resetPassword> & Caller

/** D-15: ends every session of the member. A password that does not do leaves the link as it is. */
export async function resetPassword(parts: AccountsParts, call: ResetPassword) {
  const { body, db, transact, now, session, cookie } = call
  const link = (await findPasswordLink(db, body, now)) ?? refuse('link_invalid')
  refuseUnfit(body, link)
  const password_hash = await parts.passwords.hash(body.new_password, call.isGone)
  await transact(async (tx) => {
    // Used twice at once, one finds it gone.
    const { numDeletedRows } = await tx
      .deleteFrom('password_links')
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) refuse('link_invalid')
    await putPassword(tx, parts, { ...link, id: link.member_id }, password_hash, call)
    await closeSessionsOf(tx, link.member_id)
  })
  if (session?.member?.id === link.member_id) cookie.take()
}
