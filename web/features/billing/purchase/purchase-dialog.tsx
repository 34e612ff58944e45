import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-schemas.ts'
import type { RentalTerms } from '#contract/transactions/rental-terms.ts'
import type { PointBalance } from '#contract/transactions/transactions.ts'
import { formatPoints, formatWon } from '#web/lib/format.ts'
import { useService } from '#web/lib/service.ts'
import { notSellingMessage } from '#web/features/billing/not-selling.ko.ts'
import { purchaseMessages, ownershipLabels } from './messages.ko.ts'
import { pointBalanceQuery, pointPackagesQuery } from '#web/features/billing/queries.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { paymentsPath } from '#web/routing/account-paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog/dialog.tsx'
import { hasAllConsents, noConsent, PurchaseConsents } from './purchase-consents.tsx'
import { TermsExcerpt } from './terms-excerpt.tsx'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { seriesPath } from '#web/routing/paths.ts'
import { RadioCard, RadioCardGroup } from '#web/ui/forms/radio-card.tsx'
import {
  splitPoints,
  usePurchase,
  type Payment,
  type PointSplit,
  type PurchaseRequest,
} from './use-purchase.ts'

type PurchaseDialogProps = PurchaseRequest & {
  /** Called with `true` if the member has the episode now and wants to watch it. */
  close: (isWatching: boolean) => void
}

/** Ownership, price, payment method and consents of a purchase. */
export function PurchaseDialog(props: PurchaseDialogProps) {
  return (
    <MemberQueryProvider>
      <PurchaseForm {...props} />
    </MemberQueryProvider>
  )
}

function PurchaseForm({
  episode,
  offers,
  method: initialMethod,
  close,
  ...initial
}: PurchaseDialogProps) {
  const prices = { 3: offers.price, 2: offers.rental_price }
  const ownershipTypeIds = ([ownershipTypes.owned, ownershipTypes.rental] as const).filter(
    (id) => prices[id] !== null,
  )
  const [ownershipType, setOwnershipType] = useState<OwnershipTypeId>(
    ownershipTypeIds.includes(initial.ownershipType)
      ? initial.ownershipType
      : (ownershipTypeIds[0] ?? ownershipTypes.owned),
  )
  const price = prices[ownershipType] ?? 0
  const balance = useQuery(pointBalanceQuery)
  const isShort =
    balance.data !== undefined && balance.data.event_point + balance.data.paid_point < price
  const packages = useQuery({ ...pointPackagesQuery, enabled: isShort })
  const pointSplit = balance.data && splitPoints(balance.data, price, packages.data?.results)
  const [selectedMethod, setSelectedMethod] = useState<PaymentMethod | undefined>(initialMethod)
  const method = selectedMethod ?? (pointSplit && pointSplit.shortfall === 0 ? 'point' : 'card')
  const topUpSplit =
    method === 'point' && pointSplit && pointSplit.shortfall > 0 ? pointSplit : null
  const topUpPackage = topUpSplit?.topUpPackage
  const payment: Omit<Payment, 'consent'> = {
    method: topUpPackage ? 'top_up' : method,
    amount: topUpPackage?.amount ?? price,
    point_package_id: topUpPackage?.id,
    ownership_type_id: ownershipType,
    rental_terms_id: ownershipType === ownershipTypes.rental ? offers.rental_terms.id : undefined,
  }
  const [consent, setConsent] = useState(noConsent)
  const [showErrors, setShowErrors] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const purchase = usePurchase(episode)

  // A dialog focuses the first scrollable element; start at the selected option instead.
  useEffect(() => form.current?.querySelector<HTMLElement>(':checked')?.focus(), [])

  function pay(event: FormEvent) {
    event.preventDefault()
    if (!hasAllConsents(consent)) {
      setShowErrors(true)
      form.current
        ?.querySelector<HTMLInputElement>('[type=checkbox][required]:not(:checked)')
        ?.focus()
      return
    }
    purchase.pay({ ...payment, consent })
  }

  if (purchase.purchased !== null)
    return (
      <Purchased
        title={purchase.purchased}
        episode={episode}
        ownershipType={ownershipType}
        rentalHours={offers.rental_terms.playback_hours}
        close={close}
      />
    )
  // Points may turn out to suffice, so the button stays disabled until the balance is loaded.
  const isUndecided = selectedMethod === undefined && balance.isPending
  const isDisabled =
    isUndecided || (method === 'point' && (!pointSplit || (topUpSplit !== null && !topUpPackage)))
  return (
    <form ref={form} noValidate onSubmit={pay}>
      <DialogBody title={purchaseMessages.title} onClose={() => close(false)}>
        <p className="-mt-1 font-semibold text-foreground">{episodeFullTitle(episode)}</p>
        <div className="mt-4 space-y-5">
          <OwnershipChoice
            ids={ownershipTypeIds}
            prices={prices}
            rentalTerms={offers.rental_terms}
            selected={ownershipType}
            onSelect={setOwnershipType}
          />
          <MethodChoice method={method} balance={balance} onSelect={setSelectedMethod} />
          {method === 'point' && pointSplit && <Points pointSplit={pointSplit} />}
          <RefundTerms
            isTopUp={payment.method === 'top_up'}
            previewSeconds={offers.preview?.duration ?? null}
            rentalTerms={ownershipType === ownershipTypes.rental ? offers.rental_terms : null}
          />
          <PurchaseConsents
            value={consent}
            isByPoints={payment.method === 'point'}
            showErrors={showErrors}
            onChange={setConsent}
          />
        </div>
        <PaymentFooter
          purchase={purchase}
          payment={payment}
          isShort={topUpSplit !== null}
          isDisabled={isDisabled}
        />
      </DialogBody>
    </form>
  )
}

function OwnershipChoice({
  ids,
  prices,
  rentalTerms,
  selected,
  onSelect,
}: {
  ids: readonly OwnershipTypeId[]
  prices: Readonly<Record<OwnershipTypeId, number | null>>
  rentalTerms: RentalTerms
  selected: OwnershipTypeId
  onSelect: (id: OwnershipTypeId) => void
}) {
  return (
    <RadioCardGroup legend={purchaseMessages.ownership}>
      {ids.map((id) => (
        <RadioCard
          key={id}
          name="ownership_type"
          checked={id === selected}
          onSelect={() => onSelect(id)}
          title={ownershipLabels[id]}
          price={formatWon(prices[id] ?? 0)}
          detail={
            id === ownershipTypes.owned
              ? purchaseMessages.own_detail
              : purchaseMessages.rent_detail(rentalTerms)
          }
        />
      ))}
    </RadioCardGroup>
  )
}

function MethodChoice({
  method,
  balance,
  onSelect,
}: {
  method: PaymentMethod
  balance: UseQueryResult<PointBalance>
  onSelect: (method: PaymentMethod) => void
}) {
  return (
    <RadioCardGroup legend={purchaseMessages.method} isRow>
      <RadioCard
        name="method"
        checked={method === 'card'}
        onSelect={() => onSelect('card')}
        title={purchaseMessages.card}
        detail={purchaseMessages.card_detail}
      />
      <RadioCard
        name="method"
        checked={method === 'point'}
        onSelect={() => onSelect('point')}
        title={purchaseMessages.point}
        disabled={!balance.data}
        detail={
          balance.data ? (
            purchaseMessages.balance(balance.data.event_point + balance.data.paid_point)
          ) : balance.isError ? (
            purchaseMessages.balance_failed
          ) : (
            <span aria-hidden="true" className="shimmer mt-1 block h-4 w-24 rounded-control" />
          )
        }
      />
    </RadioCardGroup>
  )
}

function RefundTerms({
  isTopUp,
  previewSeconds,
  rentalTerms,
}: {
  isTopUp: boolean
  previewSeconds: number | null
  /** Null for 소장. */
  rentalTerms: RentalTerms | null
}) {
  if (isTopUp)
    return (
      <TermsExcerpt
        title={purchaseMessages.refund_title}
        lead={purchaseMessages.refund_points}
        ruleIds={['points']}
      />
    )
  return (
    <TermsExcerpt
      title={purchaseMessages.refund_title}
      lead={purchaseMessages.refund(previewSeconds)}
      ruleIds={['refund-episode']}
      details={[
        ...(rentalTerms ? [purchaseMessages.rent_rule(rentalTerms)] : []),
        ...(previewSeconds === null ? [] : [purchaseMessages.preview_length(previewSeconds)]),
      ]}
    />
  )
}

function PaymentFooter({
  purchase,
  payment: { method, amount, ownership_type_id },
  isShort,
  isDisabled,
}: {
  purchase: ReturnType<typeof usePurchase>
  payment: Omit<Payment, 'consent'>
  /** The points do not suffice. */
  isShort: boolean
  isDisabled: boolean
}) {
  const isClosed = useService().is_selling === false
  return (
    <DialogFooter>
      <FormAlert className="mb-4">{purchase.formError}</FormAlert>
      {purchase.isPriceStale && (
        <Button icon="retry" className="mb-4 w-full" onClick={() => location.reload()}>
          {purchaseMessages.see_price}
        </Button>
      )}
      {purchase.isInProgress && (
        <ButtonLink to={paymentsPath} className="mb-4 w-full">
          {purchaseMessages.see_payments}
        </ButtonLink>
      )}
      <div className="short:flex short:items-center short:gap-6">
        <Total
          amount={method === 'point' ? formatPoints(amount) : formatWon(amount)}
          detail={
            method === 'point' && !isShort ? purchaseMessages.tax_points : purchaseMessages.tax
          }
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full tabular-nums short:w-auto short:shrink-0"
          busy={purchase.isPending}
          disabled={isDisabled || isClosed}
        >
          {isClosed
            ? notSellingMessage
            : purchase.isRedirecting
              ? purchaseMessages.redirecting
              : method === 'top_up'
                ? purchaseMessages.top_up(amount)
                : method === 'point'
                  ? purchaseMessages.pay_points(amount, ownership_type_id)
                  : purchaseMessages.pay_card(amount)}
        </Button>
      </div>
    </DialogFooter>
  )
}

/**
 * After a purchase: watching starts by the member's choice alone, because it uses the purchase
 * (decisions/0028-free-preview).
 */
function Purchased({
  title,
  episode,
  ownershipType,
  rentalHours,
  close,
}: Pick<PurchaseDialogProps, 'episode' | 'close'> & {
  title: string
  ownershipType: OwnershipTypeId
  rentalHours: number
}) {
  const navigate = useNavigate()
  const watch = useRef<HTMLDivElement>(null)
  useEffect(() => watch.current?.querySelector('button')?.focus(), [])
  function leave() {
    close(false)
    void navigate(seriesPath(episode.series.id))
  }
  return (
    <DialogBody title={title} onClose={leave}>
      <p role="status" className="-mt-1 font-semibold text-foreground">
        {episodeFullTitle(episode)}
      </p>
      <p className="mt-2 text-sm">
        {purchaseMessages.purchased_detail[ownershipType](rentalHours)}
      </p>
      <DialogFooter>
        <div ref={watch} className="flex gap-2 *:grow">
          <Button variant="primary" size="lg" icon="play" onClick={() => close(true)}>
            {purchaseMessages.watch_now}
          </Button>
          <Button size="lg" onClick={leave}>
            {purchaseMessages.watch_later}
          </Button>
        </div>
      </DialogFooter>
    </DialogBody>
  )
}

/** The points to be spent, event points first, or the shortfall and its top-up package. */
function Points({ pointSplit }: { pointSplit: PointSplit }) {
  const { event, paid, remaining, shortfall, topUpPackage } = pointSplit
  if (shortfall > 0)
    return (
      <div role="status" className="rounded-sheet bg-accent-subtle px-4 py-4">
        <p className="font-semibold text-accent-bright">{purchaseMessages.shortfall(shortfall)}</p>
        <p className="mt-1 text-sm text-foreground-muted">
          {topUpPackage
            ? purchaseMessages.shortfall_detail(topUpPackage.amount, topUpPackage.bonus)
            : topUpPackage === null && purchaseMessages.shortfall_too_large}
        </p>
      </div>
    )
  return (
    <dl className="tabular-nums grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-sheet bg-surface-raised px-4 py-4 text-sm">
      {event > 0 && (
        <PointLine name={purchaseMessages.event} value={purchaseMessages.spent(event)} />
      )}
      {paid > 0 && <PointLine name={purchaseMessages.paid} value={purchaseMessages.spent(paid)} />}
      <PointLine name={purchaseMessages.remaining} value={formatPoints(remaining)} />
    </dl>
  )
}

function PointLine({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right font-semibold text-foreground">{value}</dd>
    </>
  )
}

function Total({ amount, detail }: { amount: ReactNode; detail: string }) {
  return (
    <div className="mb-4 short:mb-0 short:grow">
      <dl className="flex items-baseline justify-between gap-4">
        <dt className="font-semibold text-foreground">{purchaseMessages.total}</dt>
        <dd className="tabular-nums text-xl font-extrabold text-accent-bright">{amount}</dd>
      </dl>
      <p className="mt-1 text-xs text-foreground-subtle">{detail}</p>
    </div>
  )
}
