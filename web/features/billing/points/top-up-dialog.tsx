import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type * as z from 'zod/mini'
import type { PointPackage } from '#contract/transactions/transactions.ts'
import { formatPoints, formatWon } from '#web/lib/format.ts'
import { topUpMessages } from './messages.ko.ts'
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

type Package = z.infer<typeof PointPackage>

/** Opens the dialog with price, points and consents of a package, which leads to the payment window (D-53). */
export function openTopUpDialog(pointPackage: Package): void {
  void dialogs.open({ label: topUpMessages.title(pointPackage.amount) }, (close) => (
    <MemberQueryProvider>
      <TopUpDialog pointPackage={pointPackage} close={() => close()} />
    </MemberQueryProvider>
  ))
}

function TopUpDialog({
  pointPackage: { amount, bonus },
  close,
}: {
  pointPackage: Package
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

  function pay(event: FormEvent) {
    event.preventDefault()
    if (!hasAllConsents(consent)) {
      setShowErrors(true)
      form.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus()
      return
    }
    topUp.submit({
      body: {
        ...{ changed_point: amount, is_event: false, is_topup: true, payment_method: 'card' },
        ...consent,
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
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? topUpMessages.opening : topUpMessages.pay(amount)}
            </Button>
          </>
        }
      >
        <dl className="rounded-xl bg-surface-raised px-4 py-3.5">
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
        <p className="mt-0.5 mb-5 text-sm">{topUpMessages.once}</p>
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
    <div className="mt-1.5 first:mt-0">
      <p className="tabular-nums font-bold text-foreground">{label}</p>
      <p className="text-xs text-foreground-subtle">{detail}</p>
    </div>
  )
}
