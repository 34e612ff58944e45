import type { MemberSubscription, Plan, PlanQuote } from '#contract/transactions/subscriptions.ts'
import type { Order } from '#contract/transactions/transactions.ts'
import { formatFullDate, formatWon } from '#web/lib/format.ts'
import { useService } from '#web/lib/service.ts'
import { notSellingMessage } from '#web/features/billing/not-selling.ko.ts'
import { planDialogMessages as messages } from './messages.ko.ts'
import { cardLabel } from '#web/features/billing/subscription/messages.ko.ts'
import { isOrderPending, planQuoteQuery, subscriptionQuery } from '#web/features/billing/queries.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { isActiveSubscription } from '#web/features/billing/subscription/use-subscription.ts'
import { paymentCardPath } from '#web/routing/account-paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { DialogBody, DialogFooter } from '#web/ui/dialog/dialog.tsx'
import {
  hasAllConsents,
  noConsent,
  PurchaseConsents,
} from '#web/features/billing/purchase/purchase-consents.tsx'
import { TermsExcerpt } from '#web/features/billing/purchase/terms-excerpt.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { usePlanChange } from './use-plan-change.ts'

type PlanDialogProps = {
  plan: Plan
  returnPath: string | null
  close: (isChanged: boolean) => void
}

/** The kind of plan change, derived from the quote. */
type PlanChange = keyof typeof messages.title

function planChangeOf(quote: PlanQuote, { subscription }: MemberSubscription): PlanChange {
  if (!isActiveSubscription(subscription)) return 'join'
  if (quote.effective === 'next_period')
    return subscription.plan.id === quote.plan.id ? 'continue' : 'next_period'
  return quote.credit > 0 ? 'upgrade' : 'settle'
}

/** Price now and later, payment card and consents for a plan; submitting starts or changes the plan. */
export function PlanDialog(props: PlanDialogProps) {
  return (
    <MemberQueryProvider>
      <PlanDialogContent {...props} />
    </MemberQueryProvider>
  )
}

function PlanDialogContent({ plan, returnPath, close }: PlanDialogProps) {
  // The credit for the current period shrinks over time.
  const quote = useQuery({ ...planQuoteQuery(plan.id), refetchInterval: 10_000 })
  const memberSubscription = useQuery(subscriptionQuery)
  const isRefused = isApiError(quote.error, 'same_plan') || isApiError(quote.error, 'plan_retired')
  if (quote.data && memberSubscription.data && !isRefused)
    return (
      <PlanForm
        quote={quote.data}
        memberSubscription={memberSubscription.data}
        returnPath={returnPath}
        close={close}
      />
    )
  return (
    <DialogBody title={messages.dialog(plan.name)} onClose={() => close(false)}>
      {isRefused ? (
        <p>{errorMessage(quote.error)}</p>
      ) : quote.isError || memberSubscription.isError ? (
        <InlineRetry
          isRetrying={quote.isFetching || memberSubscription.isFetching}
          onRetry={() => {
            void quote.refetch()
            void memberSubscription.refetch()
          }}
        >
          {messages.quote_failed}
        </InlineRetry>
      ) : (
        <div aria-hidden="true">
          <div className="shimmer h-4 w-4/5 rounded-control" />
          <div className="shimmer mt-4 h-44 rounded-card" />
          <div className="shimmer mt-5 h-40 rounded-card" />
        </div>
      )}
    </DialogBody>
  )
}

function PlanForm({
  quote,
  memberSubscription,
  returnPath,
  close,
}: { quote: PlanQuote; memberSubscription: MemberSubscription } & Omit<PlanDialogProps, 'plan'>) {
  const { plan, amount_now, credit, next_charge } = quote
  const [change] = useState(() => planChangeOf(quote, memberSubscription))
  const [consent, setConsent] = useState(noConsent)
  const [showErrors, setShowErrors] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const planChange = usePlanChange(returnPath, onSuccess)
  const isClosed = useService().is_selling === false

  // The close button of the loading state had the focus.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])

  function onSuccess(order: Order | null) {
    close(true)
    // While the charge is pending, the page below shows its own alert.
    if (order && isOrderPending(order)) return
    toasts.show(messages.done[change](plan.name), 'success')
    if (returnPath) void navigate(returnPath, { replace: true })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (hasAllConsents(consent)) return planChange.submit(plan, amount_now, consent)
    setShowErrors(true)
    form.current
      ?.querySelector<HTMLInputElement>('[type=checkbox][required]:not(:checked)')
      ?.focus()
  }

  const needsCard = memberSubscription.card === null && amount_now > 0
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <DialogBody title={messages.title[change](plan.name)} onClose={() => close(false)}>
        <p className="-mt-1 text-sm">{messages.lead[change]}</p>
        <DescriptionList className="mt-4">
          {credit > 0 && (
            <>
              <DescriptionItem name={messages.price(plan.name)}>
                {formatWon(plan.price)}
              </DescriptionItem>
              <DescriptionItem name={messages.credit}>{messages.credited(credit)}</DescriptionItem>
            </>
          )}
          {change === 'next_period' && (
            <DescriptionItem name={messages.from}>{formatFullDate(next_charge.at)}</DescriptionItem>
          )}
          <DescriptionItem name={messages.next}>
            {messages.next_charge(next_charge.at, next_charge.amount)}
          </DescriptionItem>
          <DescriptionItem name={messages.card}>
            {memberSubscription.card ? cardLabel(memberSubscription.card) : messages.no_card}
          </DescriptionItem>
        </DescriptionList>
        <p className="mt-2 text-xs text-foreground-subtle">{messages.renews}</p>
        <div className="mt-5 space-y-5">
          <TermsExcerpt
            title={messages.rules}
            lead={messages.rules_lead}
            ruleIds={['renewal', 'refund-plan']}
          />
          <PurchaseConsents value={consent} showErrors={showErrors} onChange={setConsent} />
        </div>
        <DialogFooter>
          <FormAlert className="mb-4">{planChange.formError}</FormAlert>
          {planChange.isDeclined && (
            <ButtonLink to={paymentCardPath} variant="outline" className="mb-4 w-full">
              {messages.other_card}
            </ButtonLink>
          )}
          <div className="short:flex short:items-center short:gap-6">
            <dl className="mb-4 flex items-baseline justify-between gap-4 short:mb-0 short:grow">
              <dt className="font-semibold text-foreground">{messages.amount_now}</dt>
              <dd className="tabular-nums text-xl font-extrabold text-accent-bright">
                {formatWon(amount_now)}
              </dd>
            </dl>
            <Button
              type={isClosed ? 'button' : 'submit'}
              variant="primary"
              size="lg"
              className="w-full tabular-nums short:w-auto short:shrink-0"
              busy={planChange.isPending}
              incomplete={isClosed}
            >
              {isClosed
                ? notSellingMessage
                : planChange.isRedirecting
                  ? messages.redirecting
                  : needsCard
                    ? messages.register_and_pay(amount_now)
                    : messages.pay[change](amount_now)}
            </Button>
          </div>
        </DialogFooter>
      </DialogBody>
    </form>
  )
}
