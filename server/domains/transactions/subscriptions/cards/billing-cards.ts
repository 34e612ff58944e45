import type { Db, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { BillingKey } from '#server/adapters/payments/index.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { lockWalletById } from '../../ledger/wallets.ts'
import { cardLabel, subscriptionEmails } from '../emails.ts'
import {
  startedOrNull,
  findCard,
  findOwnerEmail,
  lockSubscription,
} from '../subscription-queries.ts'
import { unknownCardLabel } from '../subscriptions.copy.ts'

/** How long a card that is being charged is kept from being forgotten. */
const busyFor = 10 * 60_000

/** The card that a wallet has registered with this return of the window, whatever became of it. */
export async function findCardByAuthKey(
  db: Db,
  wallet_id: number,
  auth_hash: Buffer,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('billing_cards')
    .select('id')
    .where('wallet_id', '=', wallet_id)
    .where('auth_hash', '=', auth_hash)
    .executeTakeFirst()
  return row?.id
}

/** Puts a card in the place of the one before, which is forgotten. The wallet is locked. */
export async function replaceCard(
  tx: Tx,
  { sealing, site_url }: Pick<PaymentDependencies, 'sealing' | 'site_url'>,
  wallet_id: number,
  issued: BillingKey & { auth_hash: Buffer },
  now: Date,
): Promise<void> {
  const had = await removeCard(tx, wallet_id, now)
  const card = {
    company: issued.card_company?.slice(0, 50) || unknownCardLabel,
    masked_number: issued.card_number.slice(0, 50) || '-',
  }
  await tx
    .insertInto('billing_cards')
    .values({
      ...{ wallet_id, ...card, auth_hash: issued.auth_hash },
      key_sealed: sealing.encrypt(issued.billing_key),
      key_index: sealing.blindIndex('card', issued.billing_key),
      registered_at: now.toISOString(),
    })
    .execute()
  const to = had && (await findOwnerEmail(tx, wallet_id))
  if (!to) return
  await queueMessage(
    tx,
    { kind: 'mail', to, ...subscriptionEmails.cardChanged(cardLabel(card), now, site_url) },
    { now },
  )
}

/** Takes the card from a wallet; the job has the gateway forget it (D-18). @returns whether there was one. */
export async function removeCard(tx: Tx, wallet_id: number, now: Date): Promise<boolean> {
  const dropped = await tx
    .updateTable('billing_cards')
    .set({ dropped_at: now.toISOString() })
    .where('wallet_id', '=', wallet_id)
    .where('dropped_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of dropped) await enqueueForgetting(tx, id)
  return dropped.length > 0
}

const enqueueForgetting = (tx: Tx, card_id: number, run_at?: Date) =>
  enqueue(
    tx,
    'delete_billing_key',
    { card_id },
    { key: `card:${card_id}`, max_attempts: 1_000, ...(run_at ? { run_at } : {}) },
  )

/** The job: has the gateway forget a card that was taken away, and then forgets it, too. */
export async function deleteBillingKey(parts: PaymentDependencies, id: number): Promise<void> {
  const { db, transact, payments, sealing, clock } = parts
  const card = await db
    .selectFrom('billing_cards')
    .select('key_sealed')
    .where('id', '=', id)
    .where('dropped_at', 'is not', null)
    .executeTakeFirst()
  if (!card?.key_sealed) return
  const busy = await db
    .selectFrom('subscription_charges')
    .innerJoin('orders', 'orders.id', 'subscription_charges.order_id')
    .select('orders.id')
    .where('card_id', '=', id)
    .where('orders.status', 'in', ['confirming', 'unknown'])
    .executeTakeFirst()
  // What was asked of it may have to be asked again (P4).
  if (busy)
    return transact((tx) => enqueueForgetting(tx, id, new Date(clock.now().getTime() + busyFor)))
  const verdict = await payments.deleteBillingKey(sealing.decrypt(card.key_sealed))
  if (verdict.fate === 'unknown') throw new Error(`Card ${id}: ${verdict.reason}`)
  await transact((tx) => forget(tx, id, clock.now()))
}

/** Forgets what a card was; only that there was one stays. @returns whether it was known until now. */
async function forget(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_cards')
    .set((column) => ({
      ...{ key_sealed: null, key_index: null, company: null, masked_number: null },
      dropped_at: column.fn.coalesce('dropped_at', column.val(now.toISOString())),
    }))
    .where('id', '=', id)
    .where('key_sealed', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The gateway says that a card is no more: it expired, was reissued, or its owner took it away there. Nobody is told of a
 * card that we had forgotten ourselves. There is nothing to read this from: who names a card's key has it from the
 * gateway, or from us.
 */
export async function handleBillingKeyDeleted(
  parts: PaymentDependencies,
  billing_key: string,
): Promise<void> {
  const { db, transact, sealing, clock, site_url } = parts
  const key_index = sealing.blindIndex('card', billing_key)
  const card = await db
    .selectFrom('billing_cards')
    .select(['id', 'wallet_id'])
    .where('key_index', '=', key_index)
    .executeTakeFirst()
  if (!card) return
  const now = clock.now()
  await transact(async (tx) => {
    await lockWalletById(tx, card.wallet_id)
    const current = await findCard(tx, card.wallet_id)
    const was_known = await forget(tx, card.id, now)
    if (!was_known || current?.id !== card.id) return
    const subscription = startedOrNull(await lockSubscription(tx, card.wallet_id))
    if (!subscription?.auto_renew || subscription.status === 'ended') return
    const to = await findOwnerEmail(tx, card.wallet_id)
    const next = new Date(subscription.due_at ?? subscription.period_end)
    if (to)
      await queueMessage(
        tx,
        { kind: 'mail', to, ...subscriptionEmails.cardGone(next, site_url) },
        { now },
      )
  })
}
