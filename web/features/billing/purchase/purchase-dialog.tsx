import {
  ownershipTypes,
  type OwnershipTypeId,
  type PaymentMethod,
} from '#contract/transactions/payment-constants.ts'
import { points, won } from '#web/lib/format.ts'
import { purchaseCopy, wayNames } from './messages.ko.ts'
import { paidServiceTerms } from '#web/features/support/terms/paid-service.ko.ts'
import { pointsQuery } from '#web/features/billing/queries.ts'
import { Queries } from '#web/session/member-query-client.tsx'
import { paymentsPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { nameOf } from '#web/features/catalog/cards/episode-card.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { agreesToAll, notAgreed, PurchaseConsents } from './purchase-consents.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Choice, Choices } from '#web/ui/forms/radio-card.tsx'
import type { Wanted } from './purchase-request.ts'
import { planSpending, type Spending } from './use-purchase.ts'
import { useBuying } from './use-purchase.ts'

type SheetProps = Wanted & {
  /** `true` where the episode is his. */
  close: (bought: boolean) => void
}

/** What is bought, for how much, how it is paid and what is agreed to; one press pays (D-52, D-53). */
export function PurchaseSheet(props: SheetProps) {
  return (
    <Queries>
      <Sheet {...props} />
    </Queries>
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
  const balance = useQuery(pointsQuery)
  const spending = balance.data && planSpending(balance.data, price)
  const [chosen, choose] = useState<PaymentMethod | undefined>(methodAtFirst)
  const method = chosen ?? (spending && spending.missing === 0 ? 'point' : 'card')
  const lacks = method === 'point' && spending && spending.missing > 0 ? spending : null
  const [agreed, setAgreed] = useState(notAgreed)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const buying = useBuying(episode, close)

  // The browser would choose what scrolls; here one begins with what is chosen.
  useEffect(() => form.current?.querySelector<HTMLElement>(':checked')?.focus(), [])

  function pay(event: FormEvent) {
    event.preventDefault()
    if (!agreesToAll(agreed)) {
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
      <ModalBody title={purchaseCopy.title} onClose={() => close(false)}>
        <p className="-mt-1 font-semibold text-paper">{nameOf(episode)}</p>
        <div className="mt-4 space-y-5">
          <Choices legend={purchaseCopy.way}>
            {ways.map((one) => (
              <Choice
                key={one}
                name="way"
                checked={one === way}
                onChoose={() => setWay(one)}
                title={wayNames[one]}
                value={won(prices[one] ?? 0)}
                detail={
                  one === ownershipTypes.owned ? purchaseCopy.own_detail : purchaseCopy.rent_detail
                }
              />
            ))}
          </Choices>
          <Choices legend={purchaseCopy.method}>
            <Choice
              name="method"
              checked={method === 'card'}
              onChoose={() => choose('card')}
              title={purchaseCopy.card}
              detail={purchaseCopy.card_detail}
            />
            <Choice
              name="method"
              checked={method === 'point'}
              onChoose={() => choose('point')}
              title={purchaseCopy.point}
              disabled={!spending}
              detail={
                balance.data ? (
                  purchaseCopy.balance(balance.data.event_point + balance.data.paid_point)
                ) : balance.isError ? (
                  purchaseCopy.balance_failed
                ) : (
                  <span aria-hidden="true" className="shimmer mt-1 block h-3.5 w-24 rounded-sm" />
                )
              }
            />
          </Choices>
          {method === 'point' && spending && <Points spending={spending} />}
          <Refunds
            about={lacks?.fill ? 'points' : 'refund-episode'}
            preview={offers.preview?.duration ?? null}
          />
          <PurchaseConsents agreed={agreed} wanted={tried} onChange={setAgreed} />
        </div>
        {/* In sight however long what one agrees to is, and what came of the press with it. */}
        <div className="sticky bottom-0 -mx-6 mt-5 -mb-6 border-t border-line bg-surface px-6 pt-4 pb-6">
          <FormError className="mb-3.5">{buying.failure?.words}</FormError>
          {buying.failure?.is_stale && (
            <Button icon="retry" className="mb-3.5 w-full" onClick={() => location.reload()}>
              {purchaseCopy.see_price}
            </Button>
          )}
          {buying.failure?.under_way && (
            <ButtonLink to={paymentsPath} className="mb-3.5 w-full">
              {purchaseCopy.see_payments}
            </ButtonLink>
          )}
          <Total
            amount={
              lacks?.fill ? won(lacks.fill.amount) : method === 'point' ? points(price) : won(price)
            }
            detail={method === 'point' && !lacks ? purchaseCopy.tax_points : purchaseCopy.tax}
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
              ? purchaseCopy.leaving
              : lacks?.fill
                ? purchaseCopy.top_up(lacks.fill.amount)
                : method === 'point'
                  ? purchaseCopy.pay_points(price, way)
                  : purchaseCopy.pay_card(price)}
          </Button>
        </div>
      </ModalBody>
    </form>
  )
}

/** Which points go, event points first and shown (D-54); or how many are missing, and what fills the gap. */
function Points({ spending }: { spending: Spending }) {
  const { event, paid, left, missing, fill } = spending
  if (missing > 0)
    return (
      <div role="status" className="rounded-xl bg-gam-wash px-4 py-3.5">
        <p className="font-semibold text-gam-bright">{purchaseCopy.short(missing)}</p>
        <p className="mt-0.5 text-sm text-paper-2">
          {fill ? purchaseCopy.short_detail(fill.amount, fill.bonus) : purchaseCopy.short_more}
        </p>
      </div>
    )
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-xl bg-surface-2 px-4 py-3.5 text-sm">
      {event > 0 && <Line name={purchaseCopy.event} value={purchaseCopy.spent(event)} />}
      {paid > 0 && <Line name={purchaseCopy.paid} value={purchaseCopy.spent(paid)} />}
      <Line name={purchaseCopy.left} value={points(left)} />
    </dl>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right font-semibold text-paper">{value}</dd>
    </>
  )
}

function Total({ amount, detail }: { amount: ReactNode; detail: string }) {
  return (
    <div className="mb-3.5">
      <dl className="flex items-baseline justify-between gap-4">
        <dt className="font-semibold text-paper">{purchaseCopy.total}</dt>
        <dd className="figures text-xl font-extrabold text-gam-bright">{amount}</dd>
      </dl>
      <p className="mt-0.5 text-xs text-paper-3">{detail}</p>
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
    <section aria-label={purchaseCopy.refund_title}>
      <h3 className="text-sm font-semibold text-paper">{purchaseCopy.refund_title}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-4 text-xs text-paper-2 marker:text-paper-3">
        {about === 'refund-episode' && preview !== null && (
          <li className="font-semibold">{purchaseCopy.preview_length(preview)}</li>
        )}
        {article?.body.flat().map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  )
}
