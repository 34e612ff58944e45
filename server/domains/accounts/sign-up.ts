import type { accounts, User } from '#contract/accounts.ts'
import { requiredConsents } from '#contract/account-rules.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import { isReservedName } from '#contract/reserved-names.ts'
import type { Tx } from '#server/db/client.ts'
import type { Caller } from '#server/kernel/handler.ts'
import { networkOf } from '#server/kernel/network.ts'
import { type FieldFault, refuse } from '#server/kernel/refusals.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { noteConsents } from './consents.ts'
import { insertMember } from './insert-member.ts'
import { letters } from './letters.ts'
import type { AccountsParts } from './parts.ts'
import { passwordFault } from './password-rules.ts'
import { isProven } from './proofs.ts'
import { closeSession, signIn } from './sessions.ts'
import { draw } from './throttles.ts'
import { userOf } from './user.ts'

type Form = CallOutput<typeof accounts.signUp>['body']

/** Makes the member after both codes were proven in this very session (D-10), and signs him in. */
export async function signUp(caller: Caller, parts: AccountsParts, form: Form): Promise<User> {
  if (!form.age_verification) await forget(caller)
  const fields = faultsOf(form)
  if (fields.length > 0) refuse('invalid_request', { fields })
  const { db, transact, session, now, visitor, isGone } = caller
  const { sealing, passwords, site_url } = parts
  const { email, username, phonenumber } = form
  const targets = { email, phone: phonenumber }
  if (!session) refuse('verification_required')
  const scope = { session_id: session.id, now }
  if (!(await isProven(db, sealing, scope, targets))) refuse('verification_required')
  await draw(caller, parts, [['signups_from_address', networkOf(visitor.address)]])
  const password_hash = await passwords.hash(form.password, isGone)

  const { member, opened } = await transact(async (tx) => {
    const { marketing_info: is_marketing_agreed } = form
    const columns = { email, username, phonenumber, password_hash, is_marketing_agreed }
    const member = await insertMember(tx, sealing, columns, now)
    if (!member) return refuseTaken(tx, email)
    await noteConsents(tx, member.id, form, { address: visitor.address, now })
    await queueMessage(
      tx,
      { kind: 'mail', to: email, ...letters.welcome(username, site_url) },
      { now },
    )
    // With the old session go its proofs.
    const opened = await signIn(tx, member.id, { before: session, visitor, now })
    return { member, opened }
  })
  caller.cookie.give(opened.token, opened.ends)
  return userOf(member, sealing, now)
}

/** Everything that is wrong with the form at once, so that nobody corrects it twice. */
function faultsOf(form: Form): FieldFault[] {
  const faults: FieldFault[] = requiredConsents
    .filter((consent) => !form[consent])
    .map((field) => ({ field, code: 'must_agree' }))
  if (isReservedName(form.username)) faults.push({ field: 'username', code: 'reserved' })
  const code = passwordFault(form.password, form)
  if (code) faults.push({ field: 'password', code })
  if (form.password.normalize() !== form.confirm_password.normalize())
    faults.push({ field: 'confirm_password', code: 'not_alike' })
  return faults
}

/**
 * Refuses an applicant under 14 (D-20) and erases what the sign-up has proven: the whole session, or only its proofs
 * if a member is signed in with it.
 * @throws Refusal of the field `age_verification`: `under_age`
 */
async function forget({ transact, session }: Caller): Promise<never> {
  if (session)
    await transact(async (tx) => {
      if (!session.member) return closeSession(tx, session.id)
      await tx
        .deleteFrom('verifications')
        .where('session_id', '=', session.id)
        .where('channel', 'in', ['email', 'phone'])
        .execute()
    })
  return refuse('invalid_request', {
    fields: [{ field: 'age_verification', code: 'under_age' }],
    clears_session: session !== null && !session.member,
  })
}

/** Both belong to who asks, who has proven them: so he may be told which one has an account. */
async function refuseTaken(tx: Tx, email: string): Promise<never> {
  const member = await tx
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  return refuse(member ? 'conflict' : 'phone_in_use')
}
