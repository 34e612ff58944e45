import type { Tx } from '#server/db/client.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import type { Wallets } from '#server/db/schema/tables.generated.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { randomUUID } from 'node:crypto'

/** `member_id` is null once the member has deleted the account. */
const walletColumns = ['id', 'member_id', 'customer_key', 'event_point', 'paid_point'] as const

/** A locked wallet. It is the first lock of every write (lock order: wallet, order, subscription or purchase). */
type Wallet = Pick<Selectable<Wallets>, (typeof walletColumns)[number]>

/** Every payment write runs this query, so its text is constant and planned once. */
const lockQuery = (member_id: number) => sql<Wallet>`
  /* lock_wallet */
  select id, member_id, customer_key, event_point, paid_point from wallets where member_id = ${member_id} for update`

/**
 * Locks the wallet of a member, and creates it on first use.
 * @throws ProblemError `authentication_required` if the member has deleted the account concurrently.
 */
export async function lockWallet(tx: Tx, member_id: number, now: Date): Promise<Wallet> {
  const lock = async () => (await lockQuery(member_id).execute(tx)).rows[0]
  const existing = await lock()
  if (existing) return existing
  await sql`
    insert into wallets (member_id, customer_key, last_entry_at)
    select id, ${randomUUID()}, ${now} from members where id = ${member_id} for key share
    on conflict (member_id) do nothing`.execute(tx)
  return (await lock()) ?? throwProblem('authentication_required')
}

/**
 * Locks the existing, unlocked wallets of the members without waiting.
 * @returns wallet ids by member id.
 */
export async function lockAvailableWallets(tx: Tx, members: readonly number[]) {
  const { rows } = await sql<Pick<Wallet, 'id'> & { member_id: number }>`
    /* lock_available_wallets */
    select id, member_id from wallets where member_id = any (${members}::int[]) for update skip locked`.execute(
    tx,
  )
  return new Map(rows.map(({ id, member_id }) => [member_id, id]))
}

/** Locks a wallet without waiting. @returns whether it was free. */
export async function tryLockWallet(tx: Tx, id: number): Promise<boolean> {
  const lock = sql`select from wallets where id = ${id} for update skip locked`
  return (await lock.execute(tx)).rows.length > 0
}

/** Locks the wallet of a member if there is one. */
export const lockExistingWallet = (tx: Tx, member_id: number) =>
  tx
    .selectFrom('wallets')
    .select('id')
    .where('member_id', '=', member_id)
    .forUpdate()
    .executeTakeFirst()

/** Locks a wallet by its id, including wallets of deleted members. */
export const lockWalletById = (tx: Tx, id: number) =>
  tx
    .selectFrom('wallets')
    .select(walletColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** SQL for whether the account of a wallet is suspended or about to be deleted: nothing is charged, and no points expire. */
export const isPaused = (wallet_id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from wallets c where c.id = ${wallet_id} and is_account_paused(c.member_id))`

/** Finds the owner of a wallet; undefined once the account is deleted. */
export const findOwner = (tx: Tx, wallet_id: number) =>
  tx
    .selectFrom('wallets')
    .innerJoin('members', 'members.id', 'wallets.member_id')
    .select(['members.id', 'members.email'])
    .where('wallets.id', '=', wallet_id)
    .executeTakeFirst()
