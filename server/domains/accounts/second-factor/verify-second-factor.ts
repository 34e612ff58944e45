import type { SecondFactor } from '#contract/accounts/second-factor.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { throwProblem, throwFieldError } from '#server/shared/problem-error.ts'
import { secondFactorValidUntil } from '#server/api/access-rules.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { clearAttempts, countAttempt } from '../sign-in/failed-attempts.ts'
import { accountEmails } from '../emails.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { rotateToken } from '../sessions/sessions.ts'
import type { MemberContext } from '../members.ts'
import { hashRecoveryCode, matchTimeStep } from './totp.ts'

/** Second factors are for staff only. @throws ProblemError `forbidden` */
export function requireStaffRole({ member }: MemberContext) {
  if (!member.is_staff) throwProblem('forbidden')
}

/** The second factors of a staff member, and until when the verification in this session is valid. */
export async function readSecondFactor(
  db: Db | Tx,
  { member, session, now }: Pick<MemberContext, 'member' | 'session' | 'now'>,
): Promise<SecondFactor> {
  const { has_authenticator, has_passkey, recovery_codes_left } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('totp_authenticators')
            .where('member_id', '=', member.id)
            .where('secret_ciphertext', 'is not', null),
        )
        .as('has_authenticator'),
      eb.exists(eb.selectFrom('passkeys').where('member_id', '=', member.id)).as('has_passkey'),
      eb
        .selectFrom('recovery_codes')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('member_id', '=', member.id)
        .$asScalar()
        .as('recovery_codes_left'),
    ])
    .executeTakeFirstOrThrow()
  return {
    has_authenticator: Boolean(has_authenticator),
    has_passkey: Boolean(has_passkey),
    recovery_codes_left: recovery_codes_left ?? 0,
    proven_until: secondFactorValidUntil(session, now),
  }
}

/**
 * Checks without a lock what `lockFactors` decides later, so that the error comes before the password prompt: a staff
 * member with a factor changes factors only in a session that has verified one.
 * @throws ProblemError `second_factor_required`
 */
export async function requireVerifiedSecondFactor(call: MemberContext) {
  const { has_authenticator, has_passkey, proven_until } = await readSecondFactor(call.db, call)
  if ((has_authenticator || has_passkey) && !proven_until) throwProblem('second_factor_required')
}

/**
 * Records the verification in the session and rotates its token, because its privileges rise (D-22).
 * @returns the session and `give`, which sets the cookie; call it after the commit.
 */
export async function markSecondFactorVerified(tx: Tx, { session, now, cookie }: MemberContext) {
  const second_factor_at = now.toISOString()
  await tx.updateTable('sessions').set({ second_factor_at }).where('id', '=', session.id).execute()
  const { token, ends } = await rotateToken(tx, session.id)
  return {
    session: { ...session, second_factor_at },
    give: () => cookie.give(token, ends),
  }
}

/** Key for `countAttempt`: six digits need the same limit as a password. */
export const attemptsKey = (member_id: number) => `second factor of ${member_id}`

/**
 * Verifies the second factor by a code of the app or by a recovery code; each is accepted once. The member gets an e-mail
 * if a recovery code is used.
 * @throws ProblemError of the field `code`: `wrong_code`; `rate_limited` after too many attempts.
 */
export async function verifySecondFactorByCode(
  parts: Pick<AccountsDependencies, 'encryption' | 'site_url'>,
  caller: MemberContext,
  code: string,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  await countAttempt(caller, parts, attemptsKey(member.id))
  const verified = await transact(async (tx) => {
    const isAppCode = /^\d{6}$/.test(code)
    const isCorrect = isAppCode
      ? await consumeTotpCode(tx, parts, { member_id: member.id, code, now })
      : await consumeRecoveryCode(tx, member.id, code)
    if (!isCorrect) return null
    await clearAttempts(tx, parts, attemptsKey(member.id))
    const { session, give } = await markSecondFactorVerified(tx, caller)
    const state = await readSecondFactor(tx, { member, session, now })
    if (!isAppCode) {
      const message = accountEmails.recoveryCodeUsed(state.recovery_codes_left, now, parts.site_url)
      await queueMessage(tx, { kind: 'mail', to: member.email, ...message }, { now })
    }
    return { give, state }
  })
  if (!verified) throwFieldError('code', 'wrong_code')
  verified.give()
  return verified.state
}

async function consumeTotpCode(
  tx: Tx,
  { encryption }: Pick<AccountsDependencies, 'encryption'>,
  { member_id, code, now }: { member_id: number; code: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('totp_authenticators')
    .select(['secret_ciphertext', 'last_time_step'])
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.secret_ciphertext) return false
  const last_time_step = matchTimeStep(encryption.decrypt(row.secret_ciphertext), code, {
    last_time_step: row.last_time_step,
    now,
  })
  if (last_time_step === null) return false
  await tx
    .updateTable('totp_authenticators')
    .set({ last_time_step })
    .where('member_id', '=', member_id)
    .execute()
  return true
}

async function consumeRecoveryCode(tx: Tx, member_id: number, code: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('recovery_codes')
    .where('member_id', '=', member_id)
    .where('code_hash', '=', hashRecoveryCode(code))
    .returning('member_id')
    .executeTakeFirst()
  return deleted !== undefined
}
