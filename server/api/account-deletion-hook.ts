import type { Tx } from '#server/db/client.ts'

/**
 * The work of another domain in the transactions that schedule, undo and perform the deletion of an account
 * (decisions/0012-account-deletion).
 */
export type AccountDeletionHook = {
  /** Ends what must not continue while the deletion is scheduled. */
  schedule?(tx: Tx, member_id: number): Promise<void>
  /** Continues after the member has undone the deletion. */
  cancel?(tx: Tx, member_id: number, now: Date): Promise<void>
  /** Ends or refunds what the domain holds for the member. `requested_at`: when the deletion was scheduled. */
  delete(tx: Tx, member_id: number, at: { now: Date; requested_at: Date }): Promise<void>
}
