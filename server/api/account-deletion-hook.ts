import type { Tx } from '#server/db/client.ts'

/** Ends or refunds what another domain holds for a member. It runs in the transaction that deletes the member. */
export type AccountDeletionHook = (tx: Tx, member_id: number, now: Date) => Promise<void>
