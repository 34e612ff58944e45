import { dayMs } from '#contract/core/seoul-time.ts'
import { ownershipTypes, refundWindowDays } from '#contract/transactions/payment-constants.ts'
import type { NotificationKind } from '#contract/notifications/notifications.ts'
import type { Tx } from '#server/db/client.ts'
import { notify, type NotificationEvent } from '#server/domains/notifications/index.ts'
import {
  type CopyWithButton,
  type EmailFacts,
  renderEmailWithButton,
} from '#server/messages/email-template.ts'
import { formatDay, formatMinute, formatPoints, formatWon } from '#server/messages/formats.copy.ts'
import { type EmailMessage, queueMessage } from '#server/messages/queue-message.ts'
import { readRentalTerms } from '../entitlements/rental-terms-queries.ts'
import { findOwner } from '../ledger/wallet-queries.ts'
import type { OrderRow } from '../orders/orders.ts'
import { pointExpiry } from '../points/point-lots.ts'
import type { RefundRow } from '../refunds/refund-queries.ts'
import {
  paymentEmailCopy as copy,
  paymentEmailFooter as footer,
  paymentEmailLabels as labels,
} from './payment-emails.copy.ts'

type Sent = { now: Date; site_url: string }

/** Notifies of an episode or a top-up paid by card, with a receipt by e-mail. Subscriptions have their own notifications. */
export async function notifyOfPayment(tx: Tx, order: OrderRow, { now, site_url }: Sent) {
  const { title, amount, card, point_amount, point_bonus, ownership_type_id } = order
  const isTopUp = order.kind === 'points' && point_amount !== null
  const isRental = ownership_type_id === ownershipTypes.rental
  const terms = isRental ? await readRentalTerms(tx, order.rental_terms_id ?? undefined) : null
  const startsBefore = terms && new Date(now.getTime() + terms.start_days * dayMs)
  const facts: EmailFacts = [
    [labels.item, title],
    [labels.amount, formatWon(amount)],
    ...(card ? [[labels.card, card] as const] : []),
    [labels.paid_at, formatMinute(new Date(order.paid_at ?? now))],
    ...(startsBefore ? [[labels.start_within, formatMinute(startsBefore)] as const] : []),
    ...(isTopUp
      ? [
          [labels.points, formatPoints(point_amount)] as const,
          ...(point_bonus ? [[labels.bonus, formatPoints(point_bonus)] as const] : []),
          [labels.usable_until, formatDay(new Date(pointExpiry('paid', now)))] as const,
        ]
      : []),
  ]
  const text = isTopUp
    ? copy.topped_up(formatPoints(point_amount))
    : copy.purchased(title, terms && terms.playback_hours, refundWindowDays)
  await notifyOwner(
    tx,
    order.wallet_id,
    {
      kind: 'payment',
      key: `order:${order.id}`,
      data: { order_id: order.order_id, item: title, amount },
      email: orderEmail(order, text, facts, site_url),
    },
    now,
  )
}

/** Notifies of the result of a refund, with an e-mail. `is_declined`: the gateway refused it, and the item was restored. */
export async function notifyOfRefund(
  tx: Tx,
  order: OrderRow,
  { id, amount, event_point, paid_point, reason }: RefundRow,
  { is_declined, ...sent }: Sent & { is_declined: boolean },
) {
  const points = event_point + paid_point
  // The points of a refunded top-up are withdrawn; those spent on an episode come back.
  const pointsLabel = order.kind === 'points' ? labels.withdrawn_points : labels.refunded_points
  const facts: EmailFacts = [
    [labels.item, order.title],
    ...(amount > 0 ? [[labels.refunded_won, formatWon(amount)] as const] : []),
    ...(points > 0 ? [[pointsLabel, formatPoints(points)] as const] : []),
    [labels.refunded_at, formatMinute(sent.now)],
  ]
  const text = is_declined
    ? copy.refund_declined(order.title)
    : copy.refunded(order.title, reason === 'undeliverable', amount > 0)
  await notifyOwner(
    tx,
    order.wallet_id,
    {
      kind: 'refund',
      key: `refund:${id}`,
      data: { order_id: order.order_id, item: order.title, amount, points, is_declined },
      email: orderEmail(order, text, is_declined ? facts.slice(0, 1) : facts, sent.site_url),
    },
    sent.now,
  )
}

/** E-mails the owner of a wallet. Sends nothing once the account is deleted. */
export async function emailOwner(tx: Tx, wallet_id: number, email: EmailMessage, now: Date) {
  const owner = await findOwner(tx, wallet_id)
  if (owner) await queueMessage(tx, { kind: 'mail', to: owner.email, ...email }, { now })
}

/** Notifies the owner of a wallet, once for a kind and key. Does nothing once the account is deleted. */
export async function notifyOwner<K extends NotificationKind>(
  tx: Tx,
  wallet_id: number,
  event: Omit<NotificationEvent<K>, 'recipient'>,
  now: Date,
): Promise<void> {
  const owner = await findOwner(tx, wallet_id)
  if (!owner) return
  await notify(tx, { ...event, recipient: { member_id: owner.id, profile_id: null } }, now)
}

function orderEmail(
  { order_id }: OrderRow,
  text: Omit<CopyWithButton, 'footer'>,
  facts: EmailFacts,
  site_url: string,
): EmailMessage {
  return renderEmailWithButton(
    { ...text, footer },
    `${site_url}/mypage/payments/${order_id}`,
    facts,
  )
}
