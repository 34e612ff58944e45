import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { secondFactorValidUntil } from '#server/api/access-rules.ts'
import type { MemberContext } from '../members.ts'

export type Factors = { is_staff: boolean; has_authenticator: boolean; passkeys: number }

/**
 * Locks the member against other changes of factors, and admits only a session that may change them: of a staff member
 * with a factor, one that has proven it. The first factor of a staff member is enrolled with the password alone; that
 * rests on the operator having appointed the owner of this account (D-80).
 * @returns the factors under the lock.
 * @throws Refusal `second_factor_required`; `authentication_required` if the session or the member is gone.
 */
export async function lockFactors(
  tx: Tx,
  { member, session, now }: Pick<MemberContext, 'member' | 'session' | 'now'>,
): Promise<Factors> {
  // The row is locked before anything is counted, so that the count includes every change committed before.
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
            .selectFrom('authenticators')
            .where('member_id', '=', member.id)
            .where('secret_sealed', 'is not', null),
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
