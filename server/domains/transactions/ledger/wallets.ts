import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { sql } from 'kysely'
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

/** Every act of money begins with it, so that it is planned once. */
const lockOf = (member_id: number) => sql<Wallet>`
  /* lock_wallet */
  select id, member_id, customer_key, event_point, paid_point from wallets where member_id = ${member_id} for update`

/**
 * Locks the wallet of a member; his first act of money makes it.
 * @throws Refusal `authentication_required` where he left meanwhile: nothing of his is sold to him any more.
 */
export async function lockWallet(tx: Tx, member_id: number, now: Date): Promise<Wallet> {
  const lock = async () => (await lockOf(member_id).execute(tx)).rows[0]
  const found = await lock()
  if (found) return found
  await sql`
    insert into wallets (member_id, customer_key, moved_at)
    select id, ${randomUUID()}, ${now} from members where id = ${member_id} for key share
    on conflict (member_id) do nothing`.execute(tx)
  return (await lock()) ?? throwProblem('authentication_required')
}

/** Locks those of the members' wallets that are there and that nobody holds, waiting for none. @returns ids by member. */
export async function lockAvailableWallets(
  tx: Tx,
  members: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<Pick<Wallet, 'id'> & { member_id: number }>`
    /* lock_free_wallets */
    select id, member_id from wallets where member_id = any (${members}::int[]) for update skip locked`.execute(
    tx,
  )
  return new Map(rows.map(({ id, member_id }) => [member_id, id]))
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
