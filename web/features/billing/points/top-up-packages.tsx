import { formatCount, formatWon, formatPoints } from '#web/lib/format.ts'
import { useService } from '#web/lib/service.ts'
import { notSellingMessage } from '#web/features/billing/not-selling.ko.ts'
import { pointsMessages, topUpMessages } from './messages.ko.ts'
import { pointPackagesQuery } from '#web/features/billing/queries.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { PointPackage } from '#contract/transactions/transactions.ts'
import { usePaymentWindow } from '#web/features/billing/payment-window.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { pointsPath } from '#web/routing/account-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import {
  hasAllConsents,
  noConsent,
  PurchaseConsents,
} from '#web/features/billing/purchase/purchase-consents.tsx'
import { useRef, useState, type FormEvent } from 'react'

/** Opens the dialog with price, points and consents of a package, which leads to the payment window. */
function openTopUpDialog(pointPackage: PointPackage): void {
  void dialogs.open({ label: topUpMessages.title(pointPackage.amount) }, (close) => (
    <MemberQueryProvider>
      <TopUpDialog pointPackage={pointPackage} close={() => close()} />
    </MemberQueryProvider>
  ))
}

function TopUpDialog({
  pointPackage: { id, amount, bonus },
  close,
}: {
  pointPackage: PointPackage
  close: () => void
}) {
  const [consent, setConsent] = useState(noConsent)
  const [showErrors, setShowErrors] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const paymentWindow = usePaymentWindow()
  const topUp = useApiMutation(transactions.createPointTransaction, {
    errors: 'inline',
    onSuccess: ({ payment_window }) =>
      payment_window && paymentWindow.open(payment_window, pointsPath),
  })
  const busy = topUp.isPending || paymentWindow.isPending
  const isClosed = useService().is_selling === false

  function pay(event: FormEvent) {
    event.preventDefault()
    if (!hasAllConsents(consent)) {
      setShowErrors(true)
      form.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus()
      return
    }
    topUp.submit({
      body: {
        changed_point: amount,
        is_event: false,
        is_topup: true,
        payment_method: 'card',
        ...consent,
        point_package_id: id,
      },
    })
  }

  return (
    <form ref={form} noValidate onSubmit={pay}>
      <DialogBody
        title={topUpMessages.title(amount)}
        actions={
          <>
            <Button onClick={close}>{topUpMessages.cancel}</Button>
            <Button
              type={isClosed ? 'button' : 'submit'}
              variant="primary"
              busy={busy}
              incomplete={isClosed}
            >
              {isClosed
                ? notSellingMessage
                : busy
                  ? topUpMessages.opening
                  : topUpMessages.pay(amount)}
            </Button>
          </>
        }
      >
        <dl className="rounded-sheet bg-surface-raised px-4 py-4">
          <dt className="text-sm text-foreground-subtle">{topUpMessages.receives}</dt>
          <dd className="mt-1">
            <ReceivedPoints label={topUpMessages.paid(amount)} detail={topUpMessages.paid_detail} />
            {bonus > 0 && (
              <ReceivedPoints
                label={topUpMessages.event(bonus)}
                detail={topUpMessages.event_detail}
              />
            )}
            {bonus > 0 && (
              <p className="tabular-nums mt-3 flex justify-between gap-4 border-t border-border pt-3 text-sm">
                {topUpMessages.total}
                <span className="font-bold text-foreground">{formatPoints(amount + bonus)}</span>
              </p>
            )}
          </dd>
        </dl>
        <dl className="mt-4 flex items-baseline justify-between gap-4">
          <dt className="font-semibold text-foreground">{topUpMessages.price}</dt>
          <dd className="tabular-nums text-xl font-extrabold text-accent-bright">
            {formatWon(amount)}
          </dd>
        </dl>
        <p className="mt-1 mb-5 text-sm">{topUpMessages.once}</p>
        <PurchaseConsents value={consent} showErrors={showErrors} onChange={setConsent} />
        <FormAlert className="mt-4">
          {topUp.formError ??
            (paymentWindow.isUnavailable && !busy ? topUpMessages.window_unavailable : null)}
        </FormAlert>
      </DialogBody>
    </form>
  )
}

function ReceivedPoints({ label, detail }: { label: string; detail: string }) {
  return (
    <div className="mt-2 first:mt-0">
      <p className="tabular-nums font-bold text-foreground">{label}</p>
      <p className="text-xs text-foreground-subtle">{detail}</p>
    </div>
  )
}

/** Seven packages and a note: rows on phones, then an even grid of eight cells. */
export const packageGridClass =
  'mt-4 grid gap-2 sm:auto-rows-fr sm:grid-cols-2 sm:gap-2 lg:grid-cols-4'

/** The top-up packages with their bonus. */
export function TopUpPackages() {
  const packages = useQuery(pointPackagesQuery)
  const { is_selling } = useService()
  return (
    <section id="top-up" className="mt-10 md:mt-12">
      <h2 className="text-xl font-bold">{pointsMessages.top_up_title}</h2>
      <p className="mt-1 text-sm text-foreground-subtle">
        {is_selling === false ? notSellingMessage : pointsMessages.top_up_detail}
      </p>
      {packages.isError && !packages.data && (
        <ErrorState isRetrying={packages.isFetching} onRetry={() => void packages.refetch()} />
      )}
      <div className={packageGridClass}>
        <ul className="contents">
          {(packages.data?.results ?? []).map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => openTopUpDialog(item)}
                className="flex size-full min-h-14 items-center justify-between gap-x-4 gap-y-1 panel sm:min-h-24 sm:flex-col sm:items-start px-4 py-4 text-left transition-colors duration-(--duration-fast) hover:bg-surface-raised hover:inset-ring-accent/60"
              >
                <span className="tabular-nums text-xl font-extrabold">
                  {formatCount(item.amount)}
                  <span className="ml-1 text-base text-accent">P</span>
                  <span className="sr-only">{pointsMessages.top_up}, </span>
                </span>
                <span className="flex flex-row-reverse flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:w-full sm:flex-row">
                  <span className="tabular-nums text-sm text-foreground-muted">
                    {formatWon(item.amount)}
                  </span>
                  {item.bonus > 0 && (
                    <span className="tabular-nums text-sm font-bold text-accent-bright">
                      <span className="sr-only">, {pointsMessages.event} </span>
                      {pointsMessages.bonus(item.bonus)}
                    </span>
                  )}
                </span>
              </button>
            </li>
          ))}
          {packages.isPending &&
            [0, 1, 2, 3, 4, 5, 6].map((index) => (
              <li
                key={index}
                aria-hidden="true"
                className="shimmer min-h-14 rounded-card sm:min-h-24"
              />
            ))}
        </ul>
        <p className="text-sm text-pretty text-foreground-subtle max-sm:mt-1 sm:self-center sm:px-2">
          {pointsMessages.package_note}
        </p>
      </div>
    </section>
  )
}
