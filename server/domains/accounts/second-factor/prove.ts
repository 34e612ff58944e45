import type { SecondFactor } from '#contract/second-factor.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { refuse, refuseField } from '#server/kernel/refusals.ts'
import { secondFactorUntil } from '#server/kernel/second-factor.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { forgiveGuesses, takeGuess } from '../guesses.ts'
import { letters } from '../letters.ts'
import type { AccountsParts } from '../parts.ts'
import { renewToken } from '../sessions.ts'
import type { SignedIn } from '../signed-in.ts'
import { recoveryHash, stepOfCode } from './authenticator.ts'

/** For members nothing is behind a second factor. @throws Refusal `forbidden` */
export function refuseMembers({ member }: SignedIn) {
  if (!member.is_staff) refuse('forbidden')
}

/** What a member of the staff has for a second factor, and until when this session has proven one. */
export async function readSecondFactor(
  db: Db | Tx,
  { member, session, now }: Pick<SignedIn, 'member' | 'session' | 'now'>,
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
    proven_until: secondFactorUntil(session, now),
  }
}

/**
 * Refuses early, before a password is asked for, what `lockFactors` decides under its lock: a staff member with a factor
 * changes factors only in a session that has proven one.
 * @throws Refusal `second_factor_required`
 */
export async function refuseUnproven(call: SignedIn) {
  const { has_authenticator, has_passkey, proven_until } = await readSecondFactor(call.db, call)
  if ((has_authenticator || has_passkey) && !proven_until) refuse('second_factor_required')
}

/** Writes down that the session proved it, under another token: its rights rose (D-22). */
export async function noteProven(tx: Tx, { session, now, cookie }: SignedIn) {
  const second_factor_at = now.toISOString()
  await tx.updateTable('sessions').set({ second_factor_at }).where('id', '=', session.id).execute()
  const { token, ends } = await renewToken(tx, session.id)
  return {
    session: { ...session, second_factor_at },
    give: () => cookie.give(token, ends),
  }
}

/** Guesses are counted like those at a password: six digits would not stand them. */
export const guessesOf = (member_id: number) => `second factor of ${member_id}`

/**
 * Proves the second factor by a code of the app, or by a recovery code, each taken once. The use of a recovery code is
 * mailed to the member.
 * @throws Refusal of the field `code`: `wrong_code`; `rate_limited` after too many.
 */
export async function proveByCode(
  parts: Pick<AccountsParts, 'sealing' | 'site_url'>,
  caller: SignedIn,
  code: string,
): Promise<SecondFactor> {
  const { member, transact, now } = caller
  await takeGuess(caller, parts, guessesOf(member.id))
  const proven = await transact(async (tx) => {
    const isAppCode = /^\d{6}$/.test(code)
    const right = isAppCode
      ? await takeStep(tx, parts, { member_id: member.id, code, now })
      : await takeRecoveryCode(tx, member.id, code)
    if (!right) return null
    await forgiveGuesses(tx, parts, guessesOf(member.id))
    const { session, give } = await noteProven(tx, caller)
    const state = await readSecondFactor(tx, { member, session, now })
    if (!isAppCode) {
      const letter = letters.recoveryCodeUsed(state.recovery_codes_left, now, parts.site_url)
      await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
    }
    return { give, state }
  })
  if (!proven) refuseField('code', 'wrong_code')
  proven.give()
  return proven.state
}

async function takeStep(
  tx: Tx,
  { sealing }: Pick<AccountsParts, 'sealing'>,
  { member_id, code, now }: { member_id: number; code: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('authenticators')
    .select(['secret_sealed', 'last_step'])
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.secret_sealed) return false
  const last_step = stepOfCode(sealing.open(row.secret_sealed), code, {
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
    .where('code_hash', '=', recoveryHash(code))
    .returning('member_id')
    .executeTakeFirst()
  return taken !== undefined
}
