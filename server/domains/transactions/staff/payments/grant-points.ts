import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { postEntry } from '../../ledger/ledger-queries.ts'
import { grantTitle } from '../../orders/orders.copy.ts'
import { pointExpiry } from '../../points/point-lots.ts'
import { insertPointGrant, readPointGrant } from '../../points/point-queries.ts'
import { lockWallet } from '../../ledger/wallet-queries.ts'

type Grant = { member_id: number; amount: number; idempotency_key_hash: Buffer | null; now: Date }
type GrantResult = { amount: number; event_point: number; expires_at: string; is_new: boolean }

/**
 * Grants event points to a member, which expire after a year. Paid points come only from a top-up.
 * @param amount 1..100,000 points.
 * @param idempotency_key_hash SHA-256 of the granting staff member and the idempotency key; a repeated key grants nothing.
 * @returns the new event balance, the expiry of the granted points, and whether this call granted them.
 * @throws ProblemError `authentication_required` if the member has left, `idempotency_key_reused` if the key was used for another grant.
 */
export async function grantPoints(
  tx: Tx,
  { member_id, amount, idempotency_key_hash, now }: Grant,
): Promise<GrantResult> {
  const wallet = await lockWallet(tx, member_id, now)
  const grant = { wallet_id: wallet.id, amount, idempotency_key_hash }
  const grant_id = await insertPointGrant(tx, grant, now)
  if (grant_id === undefined) {
    const previous = await readPointGrant(tx, idempotency_key_hash)
    if (previous.wallet_id !== wallet.id || previous.amount !== amount)
      throwProblem('idempotency_key_reused')
    const expires_at = pointExpiry('event', new Date(previous.created_at)).toISOString()
    return { amount, event_point: wallet.event_point, expires_at, is_new: false }
  }
  const expires_at = pointExpiry('event', now)
  const entry = {
    wallet_id: wallet.id,
    kind: 'grant',
    title: grantTitle,
    source: { type: 'grant', id: grant_id },
    moves: [{ unit: 'event', debit: 'granted', credit: 'wallet', amount }],
    lots: [{ kind: 'event', amount, expires_at }],
  } as const
  await postEntry(tx, entry, now)
  const event_point = wallet.event_point + amount
  return { amount, event_point, expires_at: expires_at.toISOString(), is_new: true }
}
