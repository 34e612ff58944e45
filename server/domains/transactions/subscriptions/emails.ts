import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import { renderEmail } from '#server/messages/email-template.ts'
import type { EmailMessage } from '#server/messages/queue-message.ts'
import {
  accessEndedText,
  prorationText,
  subscriptionEmailLabels,
  subscriptionEmailCopy,
  formatDay,
  formatMinute,
  noRenewalText,
  formatPeriod,
  formatUntil,
  formatWon,
} from './subscriptions.copy.ts'

/** Where a subscription is shown, and its card changed (D-19). */
const plan_page = '/mypage'
const card_page = '/mypage/plans/card'
const plans_page = '/mypage/plans'
const find_password = '/accounts/recovery/password/find'

/** A charge that went through, as its letter tells it. Amounts in won. */
export type PaidCharge = {
  plan: string
  amount: number
  credit: number
  /** Company and masked number. */
  card: string
  period_start: Date
  period_end: Date
  /** What the next one will be; null where it is not renewed. */
  next_amount: number | null
}

/** A charge that did not. `retry_at` null: it was the last. */
export type FailedCharge = {
  plan: string
  amount: number
  card: string | null
  reason: string
  retry_at: Date
  is_last: boolean
  access_until: Date
}

/** A card as a statement shows it: `신한 4330-1234-****-012*`. */
export const cardLabel = (card: { company: string; masked_number: string } | null): string =>
  card ? `${card.company} ${card.masked_number.replace(/.{4}(?=.)/g, '$&-')}` : '-'

type Parts = Parameters<typeof renderEmail>[0]
type Facts = NonNullable<Parts['facts']>
type Words = Omit<Parts, 'button' | 'facts'> & { button: string }

/** What subscriptions write to people: what was paid or was not, and what comes next. */
export const subscriptionEmails = {
  joined: (charge: PaidCharge, site_url: string): EmailMessage =>
    withButton(
      subscriptionEmailCopy.joined(charge.plan, refundWindowDays),
      site_url + plan_page,
      paidFacts(charge),
    ),
  upgraded: (charge: PaidCharge, site_url: string): EmailMessage =>
    withButton(
      subscriptionEmailCopy.upgraded(charge.plan),
      site_url + plan_page,
      paidFacts(charge),
    ),
  renewed: (charge: PaidCharge, site_url: string): EmailMessage =>
    withButton(
      subscriptionEmailCopy.renewed(charge.plan, charge.next_amount !== null),
      site_url + plan_page,
      paidFacts(charge),
    ),

  chargeFailed(charge: FailedCharge, now: Date, site_url: string): EmailMessage {
    const is_open = now < charge.access_until
    const words = charge.is_last
      ? subscriptionEmailCopy.last_notice(charge.plan)
      : subscriptionEmailCopy.charge_failed(charge.plan, is_open)
    return withButton(words, site_url + card_page, [
      [subscriptionEmailLabels.plan, charge.plan],
      [subscriptionEmailLabels.owed, formatWon(charge.amount)],
      ...(charge.card ? [[subscriptionEmailLabels.card, charge.card] as const] : []),
      [subscriptionEmailLabels.reason, charge.reason],
      [subscriptionEmailLabels.retry, formatMinute(charge.retry_at)],
      [
        subscriptionEmailLabels.access,
        is_open ? formatUntil(charge.access_until) : accessEndedText,
      ],
    ])
  },

  /** @param why `unpaid` where the charges failed, else it was stopped. */
  ended: (plan: string, why: 'unpaid' | 'stopped', site_url: string): EmailMessage =>
    withButton(
      why === 'unpaid'
        ? subscriptionEmailCopy.ended_unpaid(plan)
        : subscriptionEmailCopy.ended(plan),
      site_url + plans_page,
      [],
    ),

  cardChanged(card: string, at: Date, site_url: string): EmailMessage {
    const { way_out, caution, ...words } = subscriptionEmailCopy.card_changed
    const button = { label: way_out, url: site_url + find_password }
    const about: Facts = [
      [subscriptionEmailLabels.card, card],
      [subscriptionEmailLabels.at, formatMinute(at)],
    ]
    return renderEmail({ ...words, facts: about, caution: { ...caution, button } })
  },
  /** @param next when it would be charged. */
  cardGone: (next: Date, site_url: string): EmailMessage =>
    withButton(subscriptionEmailCopy.card_gone(formatDay(next)), site_url + card_page, []),
}

function paidFacts(charge: PaidCharge): Facts {
  const { amount, credit, period_start, period_end, next_amount } = charge
  const next =
    next_amount === null ? noRenewalText : `${formatDay(period_end)} · ${formatWon(next_amount)}`
  return [
    [subscriptionEmailLabels.plan, charge.plan],
    [subscriptionEmailLabels.amount, formatWon(amount)],
    ...(credit > 0 ? [[subscriptionEmailLabels.credit, prorationText(credit)] as const] : []),
    [subscriptionEmailLabels.card, charge.card],
    [subscriptionEmailLabels.period, formatPeriod(period_start, period_end)],
    [subscriptionEmailLabels.next, next],
  ]
}

function withButton({ button, ...words }: Words, url: string, about: Facts): EmailMessage {
  return renderEmail({
    ...words,
    button: { label: button, url },
    ...(about.length > 0 ? { facts: about } : {}),
  })
}
