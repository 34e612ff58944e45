import { refundDays } from '#contract/money.ts'
import { letter } from '#server/messages/letter.ts'
import type { Letter } from '#server/messages/queue.ts'
import {
  accessOver,
  creditWords,
  factNames,
  letterWords,
  dayWords,
  minuteWords,
  noRenewal,
  periodWords,
  untilWords,
  wonWords,
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
export const cardWords = (card: { company: string; masked_number: string } | null): string =>
  card ? `${card.company} ${card.masked_number.replace(/.{4}(?=.)/g, '$&-')}` : '-'

type Parts = Parameters<typeof letter>[0]
type Facts = NonNullable<Parts['facts']>
type Words = Omit<Parts, 'button' | 'facts'> & { button: string }

/** What subscriptions write to people: what was paid or was not, and what comes next. */
export const letters = {
  joined: (charge: PaidCharge, site_url: string): Letter =>
    withButton(
      letterWords.joined(charge.plan, refundDays),
      site_url + plan_page,
      paidFacts(charge),
    ),
  upgraded: (charge: PaidCharge, site_url: string): Letter =>
    withButton(letterWords.upgraded(charge.plan), site_url + plan_page, paidFacts(charge)),
  renewed: (charge: PaidCharge, site_url: string): Letter =>
    withButton(
      letterWords.renewed(charge.plan, charge.next_amount !== null),
      site_url + plan_page,
      paidFacts(charge),
    ),

  chargeFailed(charge: FailedCharge, now: Date, site_url: string): Letter {
    const is_open = now < charge.access_until
    const words = charge.is_last
      ? letterWords.last_notice(charge.plan)
      : letterWords.charge_failed(charge.plan, is_open)
    return withButton(words, site_url + card_page, [
      [factNames.plan, charge.plan],
      [factNames.owed, wonWords(charge.amount)],
      ...(charge.card ? [[factNames.card, charge.card] as const] : []),
      [factNames.reason, charge.reason],
      [factNames.retry, minuteWords(charge.retry_at)],
      [factNames.access, is_open ? untilWords(charge.access_until) : accessOver],
    ])
  },

  /** @param why `unpaid` where the charges failed, else it was stopped. */
  ended: (plan: string, why: 'unpaid' | 'stopped', site_url: string): Letter =>
    withButton(
      why === 'unpaid' ? letterWords.ended_unpaid(plan) : letterWords.ended(plan),
      site_url + plans_page,
      [],
    ),

  cardChanged(card: string, at: Date, site_url: string): Letter {
    const { way_out, caution, ...words } = letterWords.card_changed
    const button = { label: way_out, url: site_url + find_password }
    const about: Facts = [
      [factNames.card, card],
      [factNames.at, minuteWords(at)],
    ]
    return letter({ ...words, facts: about, caution: { ...caution, button } })
  },
  /** @param next when it would be charged. */
  cardGone: (next: Date, site_url: string): Letter =>
    withButton(letterWords.card_gone(dayWords(next)), site_url + card_page, []),
}

function paidFacts(charge: PaidCharge): Facts {
  const { amount, credit, period_start, period_end, next_amount } = charge
  const next =
    next_amount === null ? noRenewal : `${dayWords(period_end)} · ${wonWords(next_amount)}`
  return [
    [factNames.plan, charge.plan],
    [factNames.amount, wonWords(amount)],
    ...(credit > 0 ? [[factNames.credit, creditWords(credit)] as const] : []),
    [factNames.card, charge.card],
    [factNames.period, periodWords(period_start, period_end)],
    [factNames.next, next],
  ]
}

function withButton({ button, ...words }: Words, url: string, about: Facts): Letter {
  return letter({
    ...words,
    button: { label: button, url },
    ...(about.length > 0 ? { facts: about } : {}),
  })
}
