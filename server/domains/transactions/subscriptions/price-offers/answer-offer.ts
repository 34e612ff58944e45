import { throwProblem } from '#server/shared/problem-error.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { lockWallet } from '../../ledger/wallet-queries.ts'
import { insertConsent, lockCurrentOffer, withdrawConsent } from './price-offer-queries.ts'

/**
 * Records the member's consent to an offer of other terms, or its withdrawal. Idempotent. The lock of the wallet makes it
 * wait for a renewal.
 * @throws ProblemError `not_found` for an offer of another member, or one that is due, settled or stopped
 */
export async function answerOffer(
  { transact }: Pick<PaymentDependencies, 'transact'>,
  member_id: number,
  { id, agreed }: { id: number; agreed: boolean },
  now: Date,
): Promise<void> {
  await transact(async (tx) => {
    const { id: wallet_id } = await lockWallet(tx, member_id, now)
    const offer = await lockCurrentOffer(tx, { id, wallet_id, now })
    if (!offer?.needs_consent) return throwProblem('not_found')
    if (agreed) await insertConsent(tx, id, now)
    else await withdrawConsent(tx, id, now)
  })
}
