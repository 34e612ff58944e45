import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import type { Insertable } from 'kysely'

export type BillingCardRow = {
  id: number
  wallet_id: number
  billing_key_ciphertext: Buffer
  company: string
  masked_number: string
}

/** Finds the registered card of a wallet. */
export async function findCard(db: Db, wallet_id: number): Promise<BillingCardRow | undefined> {
  return db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id', 'billing_key_ciphertext', 'company', 'masked_number'])
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .$narrowType<BillingCardRow>()
    .executeTakeFirst()
}

/** Finds the card that was registered with an auth key, including removed cards. */
export async function findCardByAuthKey(
  db: Db,
  wallet_id: number,
  auth_key_hash: Buffer,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('billing_cards')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('auth_key_hash', '=', auth_key_hash)
    .executeTakeFirst()
  return row?.id
}

export async function findCardByBillingKey(db: Db, billing_key_blind_index: Buffer) {
  return db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id'])
    .where('billing_key_blind_index', '=', billing_key_blind_index)
    .executeTakeFirst()
}

/** Finds the encrypted billing key of a removed card; undefined once it is erased. */
export async function findRemovedBillingKey(db: Db, id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('billing_cards')
    .select('billing_key_ciphertext')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row?.billing_key_ciphertext ?? undefined
}

export async function insertCard(tx: Tx, card: Insertable<DB['billing_cards']>): Promise<void> {
  await tx.insertInto('billing_cards').values(card).execute()
}

/** Removes the card of a wallet. @returns the ids of the removed cards, at most one. */
export async function markCardsRemoved(tx: Tx, wallet_id: number, now: Date) {
  return tx
    .updateTable('billing_cards')
    .set({ removed_at: now.toISOString() })
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
}

/** Erases the data of a card and keeps its row. @returns whether data was erased. */
export async function eraseCard(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_cards')
    .set((column) => ({
      ...{ billing_key_ciphertext: null, billing_key_blind_index: null },
      ...{ company: null, masked_number: null },
      removed_at: column.fn.coalesce('removed_at', column.val(now.toISOString())),
    }))
    .where('id', '=', id)
    .where('billing_key_ciphertext', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
