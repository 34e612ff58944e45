import type { Tx } from '#server/db/client.ts'

/**
 * The work of another domain in the transactions that pause, resume and delete an account. It is paused while its deletion is
 * scheduled (decisions/0012-account-deletion), and while the member is suspended.
 */
export type AccountDeletionHook = {
  /** Ends what must not continue while the account is paused. */
  pause?(tx: Tx, member_id: number): Promise<void>
  /** Continues after the member has undone the deletion, or staff have restored the member. */
  resume?(tx: Tx, member_id: number, now: Date): Promise<void>
  /** Ends or refunds what the domain holds for the member. `requested_at`: when the deletion was scheduled. */
  delete(tx: Tx, member_id: number, at: { now: Date; requested_at: Date }): Promise<void>
}
