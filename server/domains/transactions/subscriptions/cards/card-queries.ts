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
export const findCard = (db: Db, wallet_id: number): Promise<BillingCardRow | undefined> =>
  db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id', 'billing_key_ciphertext', 'company', 'masked_number'])
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .$narrowType<BillingCardRow>()
    .executeTakeFirst()

/** Finds the card that was registered with an auth key, including removed cards. */
export const findCardByAuthKey = (db: Db, wallet_id: number, auth_key_hash: Buffer) =>
  db
    .selectFrom('billing_cards')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('auth_key_hash', '=', auth_key_hash)
    .executeTakeFirst()

export const findCardByBillingKey = (db: Db, billing_key_blind_index: Buffer) =>
  db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id'])
    .where('billing_key_blind_index', '=', billing_key_blind_index)
    .executeTakeFirst()

/** Finds a removed card; its billing key is null once it is erased. */
export const findRemovedCard = (db: Db, id: number) =>
  db
    .selectFrom('billing_cards')
    .select('billing_key_ciphertext')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()

export const insertCard = (tx: Tx, card: Insertable<DB['billing_cards']>) =>
  tx.insertInto('billing_cards').values(card).execute()

/** Removes the card of a wallet. @returns the removed cards, at most one. */
export const markCardsRemoved = (tx: Tx, wallet_id: number, now: Date) =>
  tx
    .updateTable('billing_cards')
    .set({ removed_at: now.toISOString() })
    .where('wallet_id', '=', wallet_id)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()

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
