import type { TotpEnrollment } from '#contract/accounts/second-factor.ts'
import type { Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { clearAttempts, countAttempt } from '../sign-in/failed-attempts.ts'
import { accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { MemberContext } from '../members.ts'
import {
  groupByFour,
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  otpauthUri,
  matchTimeStep,
} from './totp.ts'
import { lockFactors } from './change-factors.ts'
import {
  attemptsKey,
  markSecondFactorVerified,
  requireVerifiedSecondFactor,
} from './verify-second-factor.ts'

/**
 * Begins the enrolment of an authenticator app.
 * @throws ProblemError `second_factor_required` if a second factor exists that this session has not verified, and as
 * `reauthenticate` does.
 */
export async function beginTotpEnrollment(
  parts: AccountsDependencies,
  caller: MemberContext,
  { current_password }: { current_password?: string | undefined },
): Promise<TotpEnrollment> {
  await requireVerifiedSecondFactor(caller)
  await reauthenticate(parts, caller, current_password)
  const { member, transact } = caller
  const secret = generateTotpSecret()
  const pending_secret_ciphertext = parts.encryption.encrypt(secret)
  await transact((tx) =>
    tx
      .insertInto('totp_authenticators')
      .values({ member_id: member.id, pending_secret_ciphertext })
      .onConflict((conflict) =>
        conflict.column('member_id').doUpdateSet({ pending_secret_ciphertext }),
      )
      .execute(),
  )
  return { secret, uri: otpauthUri(secret, member.email) }
}

/**
 * Confirms the app by its first code, which also verifies the second factor, and e-mails the member. New recovery codes
 * replace the previous ones.
 * @throws ProblemError `conflict` if no enrolment is pending; of the field `code`: `wrong_code`; and as `lockFactors`
 * does, because a factor may have been added since the enrolment began.
 */
export async function confirmTotpEnrollment(
  parts: AccountsDependencies,
  caller: MemberContext,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { member, transact, now } = caller
  await countAttempt(caller, parts, attemptsKey(member.id))
  const outcome = await transact(async (tx) => {
    await lockFactors(tx, caller)
    const row = await tx
      .selectFrom('totp_authenticators')
      .select('pending_secret_ciphertext')
      .where('member_id', '=', member.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.pending_secret_ciphertext) return 'none'
    const step = matchTimeStep(parts.encryption.decrypt(row.pending_secret_ciphertext), code, {
      last_time_step: 0,
      now,
    })
    if (step === null) return 'wrong'
    await activateAuthenticator(tx, { member_id: member.id, last_time_step: step, now })
    const recovery_codes = generateRecoveryCodes()
    await tx
      .insertInto('recovery_codes')
      .values(
        recovery_codes.map((recovery_code) => ({
          member_id: member.id,
          code_hash: hashRecoveryCode(recovery_code),
        })),
      )
      .execute()
    await clearAttempts(tx, parts, attemptsKey(member.id))
    const message = accountEmails.authenticatorAdded(now, parts.site_url)
    await queueMessage(tx, { kind: 'mail', to: member.email, ...message }, { now })
    return { recovery_codes, give: (await markSecondFactorVerified(tx, caller)).give }
  })
  if (outcome === 'none') throwProblem('conflict')
  if (outcome === 'wrong') throwFieldError('code', 'wrong_code')
  outcome.give()
  return { recovery_codes: outcome.recovery_codes.map(groupByFour) }
}

async function activateAuthenticator(
  tx: Tx,
  { member_id, last_time_step, now }: { member_id: number; last_time_step: number; now: Date },
) {
  await tx
    .updateTable('totp_authenticators')
    .set((eb) => ({
      secret_ciphertext: eb.ref('pending_secret_ciphertext'),
      pending_secret_ciphertext: null,
      confirmed_at: now.toISOString(),
      last_time_step,
    }))
    .where('member_id', '=', member_id)
    .execute()
  await tx.deleteFrom('recovery_codes').where('member_id', '=', member_id).execute()
}

/** Enrols an authenticator for a demonstration account; `readDemoCodes` prints its codes (D-91). */
export async function enrollDemoAuthenticator(
  tx: Tx,
  { encryption }: Pick<AccountsDependencies, 'encryption'>,
  member_id: number,
  now: Date,
) {
  const secret_ciphertext = encryption.encrypt(generateTotpSecret())
  await tx
    .insertInto('totp_authenticators')
    .values({ member_id, secret_ciphertext, confirmed_at: now.toISOString() })
    .execute()
}
