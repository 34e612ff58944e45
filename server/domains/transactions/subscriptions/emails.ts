import { refundWindowDays } from '#contract/transactions/payment-constants.ts'
import {
  type CopyWithButton,
  type EmailFacts,
  renderEmail,
  renderEmailWithButton,
} from '#server/messages/email-template.ts'
import { formatDay, formatMinuteOfYear, formatWon } from '#server/messages/formats.copy.ts'
import {
  accessEndedText,
  prorationText,
  subscriptionEmailCopy,
  subscriptionEmailFooter as footer,
  subscriptionEmailLabels as labels,
  noRenewalText,
  formatPeriod,
  formatUntil,
} from './subscriptions.copy.ts'

/** Pages linked from e-mails. */
const plan_page = '/mypage'
const card_page = '/mypage/plans/card'
const plans_page = '/mypage/plans'
const password_recovery_page = '/accounts/recovery/password/find'

/** E-mail data of a successful charge. Amounts in won. */
export type PaidCharge = {
  plan: string
  amount: number
  credit: number
  /** Company and masked number. */
  card: string
  period_start: Date
  period_end: Date
  /** Amount of the next charge; null if the subscription is not renewed. */
  next_amount: number | null
}

/** E-mail data of a failed charge. Amount in won. */
export type FailedCharge = {
  plan: string
  amount: number
  card: string | null
  reason: string
  next_retry_at: Date
  is_last: boolean
  access_until: Date
}

/** Formats a card like a statement: `신한 4330-1234-****-012*`. */
export const cardLabel = (card: { company: string; masked_number: string } | null): string =>
  card ? `${card.company} ${card.masked_number.replace(/.{4}(?=.)/g, '$&-')}` : '-'

/** The charges failed, the member turned off renewal, or did not agree to other terms. */
export type EndReason = 'unpaid' | 'stopped' | 'not_agreed'

const endedCopy = {
  unpaid: subscriptionEmailCopy.ended_unpaid,
  stopped: subscriptionEmailCopy.ended,
  not_agreed: subscriptionEmailCopy.ended_not_agreed,
}

/** E-mails about subscriptions. */
export const subscriptionEmails = {
  joined: (charge: PaidCharge, site_url: string) =>
    paidEmail(subscriptionEmailCopy.joined(charge.plan, refundWindowDays), charge, site_url),
  upgraded: (charge: PaidCharge, site_url: string) =>
    paidEmail(subscriptionEmailCopy.upgraded(charge.plan), charge, site_url),
  renewed: (charge: PaidCharge, site_url: string) => {
    const copy = subscriptionEmailCopy.renewed(charge.plan, charge.next_amount !== null)
    return paidEmail(copy, charge, site_url)
  },

  chargeFailed(charge: FailedCharge, now: Date, site_url: string) {
    const is_open = now < charge.access_until
    const copy = charge.is_last
      ? subscriptionEmailCopy.last_notice(charge.plan)
      : subscriptionEmailCopy.charge_failed(charge.plan, is_open)
    return withButton(copy, site_url + card_page, [
      [labels.plan, charge.plan],
      [labels.owed, formatWon(charge.amount)],
      ...(charge.card ? [[labels.card, charge.card] as const] : []),
      [labels.reason, charge.reason],
      [labels.retry, formatMinuteOfYear(charge.next_retry_at)],
      [labels.access, is_open ? formatUntil(charge.access_until) : accessEndedText],
    ])
  },

  ended: (plan: string, reason: EndReason, site_url: string) =>
    withButton(endedCopy[reason](plan), site_url + plans_page),

  /** @param period_end end of the paid period. */
  stopped: (plan: string, period_end: Date, site_url: string) =>
    withButton(subscriptionEmailCopy.stopped(plan, formatUntil(period_end)), site_url + plan_page, [
      [labels.plan, plan],
      [labels.access, formatUntil(period_end)],
      [labels.next, noRenewalText],
    ]),

  cardChanged(card: string, at: Date, site_url: string) {
    const { way_out, caution, ...copy } = subscriptionEmailCopy.card_changed
    const button = { label: way_out, url: site_url + password_recovery_page }
    const facts: EmailFacts = [
      [labels.card, card],
      [labels.at, formatMinuteOfYear(at)],
    ]
    return renderEmail({ ...copy, footer, facts, caution: { ...caution, button } })
  },
  /** @param next date of the next charge. */
  cardGone: (next: Date, site_url: string) =>
    withButton(subscriptionEmailCopy.card_gone(formatDay(next)), site_url + card_page),
}

function paidEmail(copy: Omit<CopyWithButton, 'footer'>, charge: PaidCharge, site_url: string) {
  const { amount, credit, period_start, period_end, next_amount } = charge
  const next =
    next_amount === null ? noRenewalText : `${formatDay(period_end)} · ${formatWon(next_amount)}`
  return withButton(copy, site_url + plan_page, [
    [labels.plan, charge.plan],
    [labels.amount, formatWon(amount)],
    ...(credit > 0 ? [[labels.credit, prorationText(credit)] as const] : []),
    [labels.card, charge.card],
    [labels.period, formatPeriod(period_start, period_end)],
    [labels.next, next],
  ])
}

const withButton = (copy: Omit<CopyWithButton, 'footer'>, url: string, facts?: EmailFacts) =>
  renderEmailWithButton({ ...copy, footer }, url, facts)
