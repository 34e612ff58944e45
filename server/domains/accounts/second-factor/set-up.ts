import type { AuthenticatorSetup } from '#contract/second-factor.ts'
import type { Tx } from '#server/db/client.ts'
import { refuse, refuseField } from '#server/kernel/refusals.ts'
import { queueMessage } from '#server/messages/queue.ts'
import { forgiveGuesses, takeGuess } from '../guesses.ts'
import { letters } from '../letters.ts'
import type { AccountsParts } from '../parts.ts'
import { proveAgain } from '../prove-again.ts'
import type { SignedIn } from '../signed-in.ts'
import {
  inFours,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  setupAddress,
  stepOfCode,
} from './authenticator.ts'
import { lockFactors } from './change-factors.ts'
import { guessesOf, noteProven, refuseUnproven } from './prove.ts'

/**
 * Begins to set an authenticator app up.
 * @throws Refusal `second_factor_required` while there is a second factor that this session has not proven, and what
 * `proveAgain` throws.
 */
export async function beginAuthenticator(
  parts: AccountsParts,
  caller: SignedIn,
  { current_password }: { current_password?: string | undefined },
): Promise<AuthenticatorSetup> {
  await refuseUnproven(caller)
  await proveAgain(parts, caller, current_password)
  const { member, transact } = caller
  const secret = newSecret()
  const pending_sealed = parts.sealing.seal(secret)
  await transact((tx) =>
    tx
      .insertInto('authenticators')
      .values({ member_id: member.id, pending_sealed })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ pending_sealed }))
      .execute(),
  )
  return { secret, uri: setupAddress(secret, member.email) }
}

/**
 * Confirms the app by its first code, which proves the second factor, and mails the member. The recovery codes of the
 * app before stop working.
 * @throws Refusal `conflict` if none is being set up, of the field `code`: `wrong_code`, and what `lockFactors` throws:
 * a factor may have been added since the setup began.
 */
export async function confirmAuthenticator(
  parts: AccountsParts,
  caller: SignedIn,
  code: string,
): Promise<{ recovery_codes: string[] }> {
  const { member, transact, now } = caller
  await takeGuess(caller, parts, guessesOf(member.id))
  const done = await transact(async (tx) => {
    await lockFactors(tx, caller)
    const row = await tx
      .selectFrom('authenticators')
      .select('pending_sealed')
      .where('member_id', '=', member.id)
      .forUpdate()
      .executeTakeFirst()
    if (!row?.pending_sealed) return 'none'
    const step = stepOfCode(parts.sealing.open(row.pending_sealed), code, { last_step: 0, now })
    if (step === null) return 'wrong'
    await keepAuthenticator(tx, { member_id: member.id, last_step: step, now })
    const recovery_codes = newRecoveryCodes()
    await tx
      .insertInto('recovery_codes')
      .values(recovery_codes.map((one) => ({ member_id: member.id, code_hash: recoveryHash(one) })))
      .execute()
    await forgiveGuesses(tx, parts, guessesOf(member.id))
    const letter = letters.authenticatorAdded(now, parts.site_url)
    await queueMessage(tx, { kind: 'mail', to: member.email, ...letter }, { now })
    return { recovery_codes, give: (await noteProven(tx, caller)).give }
  })
  if (done === 'none') refuse('conflict')
  if (done === 'wrong') refuseField('code', 'wrong_code')
  done.give()
  return { recovery_codes: done.recovery_codes.map(inFours) }
}

async function keepAuthenticator(
  tx: Tx,
  { member_id, last_step, now }: { member_id: number; last_step: number; now: Date },
) {
  await tx
    .updateTable('authenticators')
    .set((eb) => ({
      secret_sealed: eb.ref('pending_sealed'),
      pending_sealed: null,
      confirmed_at: now.toISOString(),
      last_step,
    }))
    .where('member_id', '=', member_id)
    .execute()
  await tx.deleteFrom('recovery_codes').where('member_id', '=', member_id).execute()
}

/** Gives the demonstration's staff an app, whose codes `readDemoCodes` shows (D-91). */
export async function giveDemoAuthenticator(
  tx: Tx,
  { sealing }: Pick<AccountsParts, 'sealing'>,
  member_id: number,
  now: Date,
) {
  const secret_sealed = sealing.seal(newSecret())
  await tx
    .insertInto('authenticators')
    .values({ member_id, secret_sealed, confirmed_at: now.toISOString() })
    .execute()
}
