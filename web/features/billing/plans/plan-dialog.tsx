import type { MemberSubscription, Plan, PlanQuote } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { formatFullDate, formatWon } from '#web/lib/format.ts'
import { planDialogMessages as words } from './messages.ko.ts'
import { cardLabel } from '#web/features/billing/subscription/messages.ko.ts'
import { paidServiceTerms } from '#web/features/support/terms/paid-service.ko.ts'
import { isOrderPending, planQuoteQuery, subscriptionQuery } from '#web/features/billing/queries.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { isActiveSubscription } from '#web/features/billing/subscription/use-subscription.ts'
import { paymentCardPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import {
  hasAllConsents,
  noConsent,
  PurchaseConsents,
} from '#web/features/billing/purchase/purchase-consents.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { usePlanChange } from './use-plan-change.ts'

type SheetProps = { plan: Plan; back: string | null; close: (done: boolean) => void }

/** What choosing a plan is for whoever has this one, as the quote tells it (D-56). */
type Way = keyof typeof words.title

function wayOf(quote: PlanQuote, { subscription }: MemberSubscription): Way {
  if (!isActiveSubscription(subscription)) return 'join'
  if (quote.effective === 'next_period')
    return subscription.plan.id === quote.plan.id ? 'continue' : 'next_period'
  return quote.credit > 0 ? 'upgrade' : 'settle'
}

/** What a plan costs now and later, on which card, and what is agreed to; one press joins it or changes to it. */
export function PlanDialog(props: SheetProps) {
  return (
    <MemberQueryProvider>
      <Sheet {...props} />
    </MemberQueryProvider>
  )
}

function Sheet({ plan, back, close }: SheetProps) {
  // What is left of a running period melts while one reads.
  const quote = useQuery({ ...planQuoteQuery(plan.id), refetchInterval: 10_000 })
  const mine = useQuery(subscriptionQuery)
  const isSame = isApiError(quote.error, 'same_plan')
  if (quote.data && mine.data && !isSame)
    return <Ready quote={quote.data} mine={mine.data} back={back} close={close} />
  return (
    <DialogBody title={words.dialog(plan.name)} onClose={() => close(false)}>
      {isSame ? (
        <p>{errorMessage(quote.error)}</p>
      ) : quote.isError || mine.isError ? (
        <InlineRetry
          busy={quote.isFetching || mine.isFetching}
          onRetry={() => {
            void quote.refetch()
            void mine.refetch()
          }}
        >
          {words.quote_failed}
        </InlineRetry>
      ) : (
        <div aria-hidden="true">
          <div className="shimmer h-4 w-4/5 rounded-sm" />
          <div className="shimmer mt-4 h-44 rounded-xl" />
          <div className="shimmer mt-5 h-40 rounded-xl" />
        </div>
      )}
    </DialogBody>
  )
}

function Ready({
  quote,
  mine,
  back,
  close,
}: { quote: PlanQuote; mine: MemberSubscription } & Omit<SheetProps, 'plan'>) {
  const { plan, amount_now, credit, next_charge } = quote
  const [way] = useState(() => wayOf(quote, mine))
  const [agreed, setAgreed] = useState(noConsent)
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const choosing = usePlanChange(back, done)

  // The cross that had the focus went with the shape that stood here.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])

  function done(order: Order | null) {
    close(true)
    // While nobody knows how the charge went, the page behind says that it is being looked at.
    if (order && isOrderPending(order)) return
    toasts.show(words.done[way](plan.name), 'good')
    if (back) void navigate(back, { replace: true })
  }

  function press(event: FormEvent) {
    event.preventDefault()
    if (hasAllConsents(agreed)) return void choosing.choose(plan.id, amount_now, agreed)
    setTried(true)
    form.current?.querySelector<HTMLInputElement>('[type=checkbox]:not(:checked)')?.focus()
  }

  const needsCard = mine.card === null && amount_now > 0
  return (
    <form ref={form} noValidate onSubmit={press}>
      <DialogBody title={words.title[way](plan.name)} onClose={() => close(false)}>
        <p className="-mt-1 text-sm">{words.lead[way]}</p>
        <DescriptionList className="mt-4">
          {credit > 0 && (
            <>
              <DescriptionItem name={words.price(plan.name)}>
                {formatWon(plan.price)}
              </DescriptionItem>
              <DescriptionItem name={words.credit}>{words.credited(credit)}</DescriptionItem>
            </>
          )}
          {way === 'next_period' && (
            <DescriptionItem name={words.from}>{formatFullDate(next_charge.at)}</DescriptionItem>
          )}
          <DescriptionItem name={words.next}>
            {words.next_words(next_charge.at, next_charge.amount)}
          </DescriptionItem>
          <DescriptionItem name={words.card}>
            {mine.card ? cardLabel(mine.card) : words.no_card}
          </DescriptionItem>
        </DescriptionList>
        <p className="mt-2 text-xs text-foreground-subtle">{words.renews}</p>
        <div className="mt-5 space-y-5">
          <Rules />
          <PurchaseConsents agreed={agreed} wanted={tried} onChange={setAgreed} />
        </div>
        {/* In sight however long what one agrees to is, and what came of the press with it. */}
        <div className="sticky bottom-0 -mx-6 mt-5 -mb-6 border-t border-border bg-surface px-6 pt-4 pb-6">
          <FormAlert className="mb-3.5">{choosing.failure?.words}</FormAlert>
          {choosing.failure?.declined && (
            <ButtonLink to={paymentCardPath} look="outline" className="mb-3.5 w-full">
              {words.other_card}
            </ButtonLink>
          )}
          <dl className="mb-3.5 flex items-baseline justify-between gap-4">
            <dt className="font-semibold text-foreground">{words.now}</dt>
            <dd className="tabular-nums text-xl font-extrabold text-accent-bright">
              {formatWon(amount_now)}
            </dd>
          </dl>
          <Button
            type="submit"
            look="primary"
            size="lg"
            className="w-full tabular-nums"
            busy={choosing.busy}
          >
            {choosing.leaving
              ? words.leaving
              : needsCard
                ? words.with_card(amount_now)
                : words.pay[way](amount_now)}
          </Button>
        </div>
      </DialogBody>
    </form>
  )
}

/** What the terms say of stopping and of money back: the words themselves, so that they cannot differ. */
function Rules() {
  const { articles } = paidServiceTerms.versions[0]
  const body = articles.filter(({ id }) => id === 'renewal' || id === 'refund-plan')
  return (
    <section aria-label={words.rules}>
      <h3 className="text-sm font-semibold text-foreground">{words.rules}</h3>
      <ul className="mt-1.5 list-disc space-y-1 pl-4 text-xs text-foreground-muted marker:text-foreground-subtle">
        {body
          .flatMap((article) => article.body.flat())
          .map((one) => (
            <li key={one}>{one}</li>
          ))}
      </ul>
    </section>
  )
}
