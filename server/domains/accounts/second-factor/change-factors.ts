import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { secondFactorValidUntil } from '#server/api/access-rules.ts'
import type { MemberContext } from '../members.ts'

export type Factors = { is_staff: boolean; has_authenticator: boolean; passkeys: number }

/**
 * Locks the member row against concurrent changes of factors and requires a session that may change them: a staff member
 * with a factor must have verified one in it. The first factor of a staff member is enrolled with the password alone,
 * because an operator has appointed the owner of the account (D-80).
 * @returns the factors under the lock.
 * @throws ProblemError `second_factor_required`; `authentication_required` if the session or the member no longer exists.
 */
export async function lockFactors(
  tx: Tx,
  { member, session, now }: Pick<MemberContext, 'member' | 'session' | 'now'>,
): Promise<Factors> {
  // The lock comes first, so that the counts below include every change committed before it.
  const locked = await tx
    .selectFrom('members')
    .select('is_staff')
    .where('id', '=', member.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!locked) throwProblem('authentication_required')
  const row = await tx
    .selectFrom('sessions')
    .select(['second_factor_at'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('totp_authenticators')
            .where('member_id', '=', member.id)
            .where('secret_ciphertext', 'is not', null),
        )
        .$castTo<boolean>()
        .as('has_authenticator'),
      eb
        .selectFrom('passkeys')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('member_id', '=', member.id)
        .$asScalar()
        .as('passkeys'),
    ])
    .where('id', '=', session.id)
    .executeTakeFirst()
  if (!row) throwProblem('authentication_required')
  const { second_factor_at, has_authenticator } = row
  const passkeys = row.passkeys ?? 0
  if (
    locked.is_staff &&
    (has_authenticator || passkeys > 0) &&
    !secondFactorValidUntil({ second_factor_at }, now)
  )
    throwProblem('second_factor_required')
  return { is_staff: locked.is_staff, has_authenticator, passkeys }
}
