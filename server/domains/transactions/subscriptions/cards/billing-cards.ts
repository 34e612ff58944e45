import type { BillingKey, BillingAuthParams } from '#server/adapters/payments/index.ts'
import type { Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { lockWalletById, lockWallet } from '../../ledger/wallet-queries.ts'
import { findPendingCharge } from '../billing/charge-queries.ts'
import { cardLabel, subscriptionEmails } from '../emails.ts'
import {
  lockSubscription,
  startedOrNull,
  eraseCard,
  findCard,
  findCardByBillingKey,
  findRemovedCard,
  insertCard,
  markCardsRemoved,
} from '../subscription-queries.ts'
import { unknownCardLabel } from '../subscriptions.copy.ts'
import { requirePaymentGateway } from '../../orders/payment-window.ts'
import { emailOwner } from '../../payments/payment-emails.ts'

/** Delay in ms of the deletion of a billing key with a pending charge. */
const retryDelayMs = 10 * 60_000

/** Registers a card and removes the previous one. The caller holds the lock of the wallet. */
export async function replaceCard(
  tx: Tx,
  { encryption, site_url }: Pick<PaymentDependencies, 'encryption' | 'site_url'>,
  wallet_id: number,
  issued: BillingKey & { auth_key_hash: Buffer },
  now: Date,
): Promise<void> {
  const hadCard = await removeCard(tx, wallet_id, now)
  const card = {
    company: issued.card_company?.slice(0, 50) || unknownCardLabel,
    masked_number: issued.card_number.slice(0, 50) || '-',
  }
  await insertCard(tx, {
    wallet_id,
    ...card,
    auth_key_hash: issued.auth_key_hash,
    billing_key_ciphertext: encryption.encrypt(issued.billing_key),
    billing_key_blind_index: encryption.blindIndex('card', issued.billing_key),
    registered_at: now.toISOString(),
  })
  if (!hadCard) return
  const email = subscriptionEmails.cardChanged(cardLabel(card), now, site_url)
  await emailOwner(tx, wallet_id, email, now)
}

/**
 * Removes the card of a wallet and enqueues the deletion of its billing key.
 * @returns whether there was a card.
 */
export async function removeCard(tx: Tx, wallet_id: number, now: Date): Promise<boolean> {
  const removed = await markCardsRemoved(tx, wallet_id, now)
  for (const { id } of removed) await enqueueBillingKeyDeletion(tx, id)
  return removed.length > 0
}

/** Enqueues the deletion of a billing key at the gateway, now or at `run_at`. */
export const enqueueBillingKeyDeletion = (tx: Tx, card_id: number, run_at?: Date) =>
  enqueue(
    tx,
    'delete_billing_key',
    { card_id },
    { key: `card:${card_id}`, max_attempts: 1_000, ...(run_at ? { run_at } : {}) },
  )

/** Job handler of `delete_billing_key`: deletes the billing key of a removed card at the gateway, then its data here. */
export async function deleteBillingKey(deps: PaymentDependencies, id: number): Promise<void> {
  const { db, transact, payments, encryption, clock } = deps
  const card = await findRemovedCard(db, id)
  if (!card?.billing_key_ciphertext) return
  // The pending charge may have to be retried with this billing key.
  if (await findPendingCharge(db, id))
    return transact((tx) =>
      enqueueBillingKeyDeletion(tx, id, new Date(clock.now().getTime() + retryDelayMs)),
    )
  const result = await payments.deleteBillingKey(encryption.decrypt(card.billing_key_ciphertext))
  if (result.status === 'unknown') throw new Error(`Card ${id}: ${result.reason}`)
  await transact((tx) => eraseCard(tx, id, clock.now()))
}

/**
 * Handles the webhook that a billing key was deleted: the card expired, was reissued or was removed at the gateway. The
 * member is e-mailed unless the card had already been erased here. The gateway has no endpoint to verify this; the billing
 * key in the webhook is secret and therefore trusted.
 */
export async function handleBillingKeyDeleted(deps: PaymentDependencies, billing_key: string) {
  const { db, transact, encryption, clock, site_url } = deps
  const card = await findCardByBillingKey(db, encryption.blindIndex('card', billing_key))
  if (!card) return
  const now = clock.now()
  await transact(async (tx) => {
    await lockWalletById(tx, card.wallet_id)
    const current = await findCard(tx, card.wallet_id)
    const wasErased = await eraseCard(tx, card.id, now)
    if (!wasErased || current?.id !== card.id) return
    const subscription = startedOrNull(await lockSubscription(tx, card.wallet_id))
    if (!subscription?.auto_renew || subscription.status === 'ended') return
    const next = new Date(subscription.next_action_at ?? subscription.period_end)
    await emailOwner(tx, card.wallet_id, subscriptionEmails.cardGone(next, site_url), now)
  })
}

/** Page that the billing-auth window redirects to, with the agreed plan in the query if there is one. */
const returnPage = '/mypage/plans/card'

/**
 * Returns the parameters of the billing-auth window that registers a card for a customer key.
 * @param agreedPlan the plan that the member agreed to, and the won to be charged now.
 * @throws ProblemError `service_unavailable` if no gateway is configured.
 */
export function billingAuthFor(
  { payments, site_url }: Pick<PaymentDependencies, 'payments' | 'site_url'>,
  customer_key: string,
  agreedPlan?: { plan_id: number; agreed_amount: number },
): BillingAuthParams {
  requirePaymentGateway({ payments })
  const query = agreedPlan ? `?plan=${agreedPlan.plan_id}&agreed=${agreedPlan.agreed_amount}` : ''
  return payments.billingAuthWindow({
    customer_key,
    success_url: `${site_url}${returnPage}/success${query}`,
    fail_url: `${site_url}${returnPage}/fail${query}`,
  })
}

/** `POST …/card/window/`: registers or replaces a card, with or without a subscription. */
export async function startBillingAuth(deps: PaymentDependencies, member_id: number, now: Date) {
  const { customer_key } = await deps.transact((tx) => lockWallet(tx, member_id, now))
  return billingAuthFor(deps, customer_key)
}
