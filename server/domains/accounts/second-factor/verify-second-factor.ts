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

/** For members nothing is behind a second factor. @throws Refusal `forbidden` */
export function requireStaffRole({ member }: MemberContext) {
  if (!member.is_staff) throwProblem('forbidden')
}

/** What a member of the staff has for a second factor, and until when this session has proven one. */
export async function readSecondFactor(
  db: Db | Tx,
  { member, session, now }: Pick<MemberContext, 'member' | 'session' | 'now'>,
): Promise<SecondFactor> {
  const { has_authenticator, has_passkey, recovery_codes_left } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('authenticators')
            .where('member_id', '=', member.id)
            .where('secret_sealed', 'is not', null),
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
 * Refuses early, before a password is asked for, what `lockFactors` decides under its lock: a staff member with a factor
 * changes factors only in a session that has proven one.
 * @throws Refusal `second_factor_required`
 */
export async function requireVerifiedSecondFactor(call: MemberContext) {
  const { has_authenticator, has_passkey, proven_until } = await readSecondFactor(call.db, call)
  if ((has_authenticator || has_passkey) && !proven_until) throwProblem('second_factor_required')
}

/** Writes down that the session proved it, under another token: its rights rose (D-22). */
export async function markSecondFactorVerified(tx: Tx, { session, now, cookie }: MemberContext) {
  const second_factor_at = now.toISOString()
  await tx.updateTable('sessions').set({ second_factor_at }).where('id', '=', session.id).execute()
  const { token, ends } = await rotateToken(tx, session.id)
  return {
    session: { ...session, second_factor_at },
    give: () => cookie.give(token, ends),
  }
}

/** Guesses are counted like those at a password: six digits would not stand them. */
export const attemptsKey = (member_id: number) => `second factor of ${member_id}`

/**
 * Proves the second factor by a code of the app, or by a recovery code, each taken once. The use of a recovery code is
 * mailed to the member.
 * @throws Refusal of the field `code`: `wrong_code`; `rate_limited` after too many.
 */
export async function verifySecondFactorByCode(
  parts: Pick<AccountsDependencies, 'sealing' | 'site_url'>,
  caller: MemberContext,
  code: string,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  await countAttempt(caller, parts, attemptsKey(member.id))
  const proven = await transact(async (tx) => {
    const isAppCode = /^\d{6}$/.test(code)
    const right = isAppCode
      ? await takeStep(tx, parts, { member_id: member.id, code, now })
      : await takeRecoveryCode(tx, member.id, code)
    if (!right) return null
    await clearAttempts(tx, parts, attemptsKey(member.id))
    const { session, give } = await markSecondFactorVerified(tx, caller)
    const state = await readSecondFactor(tx, { member, session, now })
    if (!isAppCode) {
      const letter = accountEmails.recoveryCodeUsed(state.recovery_codes_left, now, parts.site_url)
      await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
    }
    return { give, state }
  })
  if (!proven) throwFieldError('code', 'wrong_code')
  proven.give()
  return proven.state
}

async function takeStep(
  tx: Tx,
  { sealing }: Pick<AccountsDependencies, 'sealing'>,
  { member_id, code, now }: { member_id: number; code: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('authenticators')
    .select(['secret_sealed', 'last_step'])
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.secret_sealed) return false
  const last_step = matchTimeStep(sealing.decrypt(row.secret_sealed), code, {
    last_step: row.last_step,
    now,
  })
  if (last_step === null) return false
  await tx
    .updateTable('authenticators')
    .set({ last_step })
    .where('member_id', '=', member_id)
    .execute()
  return true
}

async function takeRecoveryCode(tx: Tx, member_id: number, code: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('member_id', '=', member_id)
    .where('code_hash', '=', hashRecoveryCode(code))
    .returning('member_id')
    .executeTakeFirst()
  return taken !== undefined
}
