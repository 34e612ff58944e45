import type { Tx } from '#server/db/client.ts'
import { randomUUID } from 'node:crypto'

/** The account of a member, as a write finds it: the first lock it takes (payments: account, order, subscription). */
export type Wallet = {
  id: number
  /** Null once he has left. */
  member_id: number | null
  customer_key: string
  event_point: number
  paid_point: number
}

const columns = ['id', 'member_id', 'customer_key', 'event_point', 'paid_point'] as const

/** Locks the wallet of a member; his first act of money makes it. */
export async function lockWallet(tx: Tx, member_id: number, now: Date): Promise<Wallet> {
  const lock = () =>
    tx
      .selectFrom('wallets')
      .select(columns)
      .where('member_id', '=', member_id)
      .forUpdate()
      .executeTakeFirst()
  const found = await lock()
  if (found) return found
  await tx
    .insertInto('wallets')
    .values({ member_id, customer_key: randomUUID(), moved_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .execute()
  const made = await lock()
  if (!made) throw new Error('The wallet of a member who is leaving')
  return made
}

/** Locks a wallet by its id, whoever's it is or was. */
export async function lockWalletById(tx: Tx, id: number): Promise<Wallet> {
  return tx
    .selectFrom('wallets')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
