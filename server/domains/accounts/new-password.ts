import type { Tx } from '#server/db/client.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { type FieldFault, refuse } from '#server/kernel/refusals.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { forgiveGuesses } from './guesses.ts'
import { letters } from './letters.ts'
import type { AccountsParts } from './parts.ts'
import { passwordFault } from './password-rules.ts'

/** @throws Refusal naming both fields where both are wrong (D-17). */
export function refuseUnfit(
  typed: { new_password: string; confirm_password: string },
  who: { email: string; username: string },
) {
  const fields: FieldFault[] = []
  const fault = passwordFault(typed.new_password, who)
  if (fault) fields.push({ field: 'new_password', code: fault })
  if (typed.new_password !== typed.confirm_password)
    fields.push({ field: 'confirm_password', code: 'not_alike' })
  if (fields.length > 0) refuse('invalid_request', { fields })
}

/** Puts a new password in: every link to set one dies (D-15), guessing begins anew, and its owner is told. */
export async function putPassword(
  tx: Tx,
  parts: Pick<AccountsParts, 'sealing' | 'site_url'>,
  member: { id: number; email: string },
  password_hash: string,
  { now, visitor }: Pick<Caller, 'now' | 'visitor'>,
) {
  await tx
    .updateTable('members')
    .set({ password_hash, password_changed_at: now.toISOString() })
    .where('id', '=', member.id)
    .execute()
  await tx.deleteFrom('password_links').where('member_id', '=', member.id).execute()
  await forgiveGuesses(tx, parts, member.email)
  const letter = letters.passwordChanged(now, visitor.device, parts.site_url)
  await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
}
