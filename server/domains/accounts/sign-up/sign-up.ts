import type { accounts } from '#contract/accounts/accounts.ts'
import { requiredConsents } from '#contract/accounts/account-rules.ts'
import type { ParsedInput } from '#contract/core/endpoint.ts'
import { isReservedName } from '#contract/core/reserved-names.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { type FieldError, throwProblem } from '#server/shared/problem-error.ts'
import { insertConsents, findAccount, insertMember } from '../member-queries.ts'
import { accountEmails, queueEmail } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { checkPasswordPolicy, serviceNameForms } from '#contract/accounts/password-policy.ts'
import { readMessageSettings } from '#server/messages/service-placeholders.ts'
import { isVerified } from '../verification/verify-contact.ts'
import { deleteCodes } from '../verification/code-queries.ts'
import { deleteSession } from '../sessions/session-queries.ts'
import { replaceSession } from '../sessions/replace-session.ts'
import { consumeRateLimits } from '../rate-limits.ts'

type Form = ParsedInput<typeof accounts.signUp>['body']

/**
 * Creates and signs in a member whose address and phone were verified in this session (decisions/0008-sign-up).
 * @throws ProblemError `invalid_request`, `verification_required`, `rate_limited`, `conflict` or `phone_in_use`
 */
export async function signUp(caller: RequestContext, deps: AccountsDependencies, form: Form) {
  if (!form.age_verification) await refuseUnderAge(caller)
  const { name: service_name } = await readMessageSettings(caller.db)
  requireValidForm(form, service_name)
  const { db, transact, session, now, client, isAborted } = caller
  const { encryption, passwords, site_url } = deps
  const { email, username, phonenumber } = form
  const targets = { email, phone: phonenumber }
  if (!session) throwProblem('verification_required')
  const scope = { session_id: session.id, now }
  if (!(await isVerified(db, encryption, scope, targets))) throwProblem('verification_required')
  await consumeRateLimits(caller, deps, [['signups_from_address', clientNetwork(client.address)]])
  const password_hash = await passwords.hash(form.password, isAborted)

  return transact(async (tx) => {
    const { marketing_info: is_marketing_agreed } = form
    const columns = { email, username, phonenumber, password_hash, is_marketing_agreed }
    const member = await insertMember(tx, encryption, columns, now)
    if (!member) {
      // The applicant has verified both contacts, so the error may name the one that has an account.
      const account = await findAccount(tx, { email })
      return throwProblem(account ? 'conflict' : 'phone_in_use')
    }
    await insertConsents(tx, member.id, form, { address: client.address, now })
    await queueEmail(tx, email, accountEmails.welcome(username, site_url), now)
    // The verifications are deleted with the old session.
    await replaceSession(tx, deps, member.id, caller)
    return member
  })
}

/** @throws ProblemError `invalid_request` with all errors of the form. */
function requireValidForm(form: Form, service_name: string) {
  const errors: FieldError[] = requiredConsents
    .filter((consent) => !form[consent])
    .map((field) => ({ field, code: 'consent_required' }))
  if (isReservedName(form.username, serviceNameForms(service_name)))
    errors.push({ field: 'username', code: 'reserved' })
  const code = checkPasswordPolicy(form.password, { ...form, service_name })
  if (code) errors.push({ field: 'password', code })
  if (form.password.normalize() !== form.confirm_password.normalize())
    errors.push({ field: 'confirm_password', code: 'does_not_match' })
  if (errors.length > 0) throwProblem('invalid_request', { fields: errors })
}

/**
 * Refuses an applicant under 14 and deletes the data of the sign-up: the guest session, or only its verifications
 * if a member is signed in.
 * @throws ProblemError of the field `age_verification`: `under_age`
 */
async function refuseUnderAge({ transact, session }: RequestContext): Promise<never> {
  if (session)
    await transact(async (tx) => {
      if (session.member) await deleteCodes(tx, session.id, ['email', 'phone'])
      else await deleteSession(tx, session.id)
    })
  return throwProblem('invalid_request', {
    fields: [{ field: 'age_verification', code: 'under_age' }],
    clears_session: session !== null && !session.member,
  })
}
