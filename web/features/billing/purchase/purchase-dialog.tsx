import {
  ownershipTypes,
  type OwnershipTypeId,
  type PaymentMethod,
} from '#contract/transactions/payment-constants.ts'
import { formatPoints, formatWon } from '#web/lib/format.ts'
import { purchaseMessages, ownershipLabels } from './messages.ko.ts'
import { paidServiceTerms } from '#web/features/support/terms/paid-service.ko.ts'
import { pointBalanceQuery } from '#web/features/billing/queries.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { paymentsPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { hasAllConsents, noConsent, PurchaseConsents } from './purchase-consents.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import type { PurchaseRequest } from './purchase-request.ts'
import { splitPoints, type PointSplit } from './use-purchase.ts'
import { usePurchase } from './use-purchase.ts'

type SheetProps = PurchaseRequest & {
  /** `true` where the episode is his. */
  close: (bought: boolean) => void
}

/** What is bought, for how much, how it is paid and what is agreed to; one press pays (D-52, D-53). */
export function PurchaseDialog(props: SheetProps) {
  return (
    <MemberQueryProvider>
      <Sheet {...props} />
    </MemberQueryProvider>
  )
}

function Sheet({ episode, offers, method: methodAtFirst, close, ...wanted }: SheetProps) {
  const prices = { 3: offers.price, 2: offers.rental_price }
  const ways = ([ownershipTypes.owned, ownershipTypes.rental] as const).filter(
    (one) => prices[one] !== null,
  )
  const [way, setWay] = useState<OwnershipTypeId>(
    ways.includes(wanted.way) ? wanted.way : (ways[0] ?? ownershipTypes.owned),
  )
  const price = prices[way] ?? 0
  const balance = useQuery(pointBalanceQuery)
  const spending = balance.data && splitPoints(balance.data, price)
  const [chosen, choose] = useState<PaymentMethod | undefined>(methodAtFirst)
  const method = chosen ?? (spending && spending.missing === 0 ? 'point' : 'card')
  const lacks = method === 'point' && spending && spending.missing > 0 ? spending : null
  const [agreed, setAgreed] = useState(noConsent)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const buying = usePurchase(episode, close)

  // The browser would choose what scrolls; here one begins with what is chosen.
  useEffect(() => form.current?.querySelector<HTMLElement>(':checked')?.focus(), [])

  function pay(event: FormEvent) {
    event.preventDefault()
    if (!hasAllConsents(agreed)) {
      setTried(true)
      form.current?.querySelector<HTMLInputElement>('[type=checkbox]:not(:checked)')?.focus()
      return
    }
    if (lacks?.fill) return buying.topUp(lacks.fill.amount, way, agreed)
    if (method === 'point') return buying.byPoints(price, way, agreed)
    buying.byCard(price, way, agreed)
  }

  // Until it is known whether points are enough, it may still be paid with them: nothing changes under a press.
  const isOpen = chosen === undefined && balance.isPending
  const cannot = isOpen || (method === 'point' && (!spending || (lacks !== null && !lacks.fill)))
  return (
    <form ref={form} noValidate onSubmit={pay}>
      <DialogBody title={purchaseMessages.title} onClose={() => close(false)}>
        <p className="-mt-1 font-semibold text-foreground">{episodeFullTitle(episode)}</p>
        <div className="mt-4 space-y-5">
          <RadioCardGroup legend={purchaseMessages.way}>
            {ways.map((one) => (
              <RadioCard
                key={one}
                name="way"
                checked={one === way}
                onChoose={() => setWay(one)}
                title={ownershipLabels[one]}
                value={formatWon(prices[one] ?? 0)}
                detail={
                  one === ownershipTypes.owned
                    ? purchaseMessages.own_detail
                    : purchaseMessages.rent_detail
                }
              />
            ))}
          </RadioCardGroup>
          <RadioCardGroup legend={purchaseMessages.method}>
            <RadioCard
              name="method"
              checked={method === 'card'}
              onChoose={() => choose('card')}
              title={purchaseMessages.card}
              detail={purchaseMessages.card_detail}
            />
            <RadioCard
              name="method"
              checked={method === 'point'}
              onChoose={() => choose('point')}
              title={purchaseMessages.point}
              disabled={!spending}
              detail={
                balance.data ? (
                  purchaseMessages.balance(balance.data.event_point + balance.data.paid_point)
                ) : balance.isError ? (
                  purchaseMessages.balance_failed
                ) : (
                  <span aria-hidden="true" className="shimmer mt-1 block h-3.5 w-24 rounded-sm" />
                )
              }
            />
          </RadioCardGroup>
          {method === 'point' && spending && <Points spending={spending} />}
          <Refunds
            about={lacks?.fill ? 'points' : 'refund-episode'}
            preview={offers.preview?.duration ?? null}
          />
          <PurchaseConsents agreed={agreed} wanted={tried} onChange={setAgreed} />
        </div>
        {/* In sight however long what one agrees to is, and what came of the press with it. */}
        <div className="sticky bottom-0 -mx-6 mt-5 -mb-6 border-t border-border bg-surface px-6 pt-4 pb-6">
          <FormAlert className="mb-3.5">{buying.failure?.words}</FormAlert>
          {buying.failure?.is_stale && (
            <Button icon="retry" className="mb-3.5 w-full" onClick={() => location.reload()}>
              {purchaseMessages.see_price}
            </Button>
          )}
          {buying.failure?.under_way && (
            <ButtonLink to={paymentsPath} className="mb-3.5 w-full">
              {purchaseMessages.see_payments}
            </ButtonLink>
          )}
          <Total
            amount={
              lacks?.fill
                ? formatWon(lacks.fill.amount)
                : method === 'point'
                  ? formatPoints(price)
                  : formatWon(price)
            }
            detail={
              method === 'point' && !lacks ? purchaseMessages.tax_points : purchaseMessages.tax
            }
          />
          <Button
            type="submit"
            look="primary"
            size="lg"
            className="w-full tabular-nums"
            busy={buying.busy}
            disabled={cannot}
          >
            {buying.leaving
              ? purchaseMessages.leaving
              : lacks?.fill
                ? purchaseMessages.top_up(lacks.fill.amount)
                : method === 'point'
                  ? purchaseMessages.pay_points(price, way)
                  : purchaseMessages.pay_card(price)}
          </Button>
        </div>
      </DialogBody>
    </form>
  )
}

/** Which points go, event points first and shown (D-54); or how many are missing, and what fills the gap. */
function Points({ spending }: { spending: PointSplit }) {
  const { event, paid, left, missing, fill } = spending
  if (missing > 0)
    return (
      <div role="status" className="rounded-xl bg-accent-subtle px-4 py-3.5">
        <p className="font-semibold text-accent-bright">{purchaseMessages.short(missing)}</p>
        <p className="mt-0.5 text-sm text-foreground-muted">
          {fill
            ? purchaseMessages.short_detail(fill.amount, fill.bonus)
            : purchaseMessages.short_more}
        </p>
      </div>
    )
  return (
    <dl className="tabular-nums grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-xl bg-surface-raised px-4 py-3.5 text-sm">
      {event > 0 && <Line name={purchaseMessages.event} value={purchaseMessages.spent(event)} />}
      {paid > 0 && <Line name={purchaseMessages.paid} value={purchaseMessages.spent(paid)} />}
      <Line name={purchaseMessages.left} value={formatPoints(left)} />
    </dl>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right font-semibold text-foreground">{value}</dd>
    </>
  )
}

function Total({ amount, detail }: { amount: ReactNode; detail: string }) {
  return (
    <div className="mb-3.5">
      <dl className="flex items-baseline justify-between gap-4">
        <dt className="font-semibold text-foreground">{purchaseMessages.total}</dt>
        <dd className="tabular-nums text-xl font-extrabold text-accent-bright">{amount}</dd>
      </dl>
      <p className="mt-0.5 text-xs text-foreground-subtle">{detail}</p>
    </div>
  )
}

/** What the terms say of money back, where it is agreed to: the words themselves, so that they cannot differ. */
function Refunds({
  about,
  preview,
}: {
  about: 'refund-episode' | 'points'
  /** Length of the free preview in seconds. */
  preview: number | null
}) {
  const article = paidServiceTerms.versions[0].articles.find(({ id }) => id === about)
  return (
    <section aria-label={purchaseMessages.refund_title}>
      <h3 className="text-sm font-semibold text-foreground">{purchaseMessages.refund_title}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-4 text-xs text-foreground-muted marker:text-foreground-subtle">
        {about === 'refund-episode' && preview !== null && (
          <li className="font-semibold">{purchaseMessages.preview_length(preview)}</li>
        )}
        {article?.body.flat().map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}
