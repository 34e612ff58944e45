import type * as z from 'zod/mini'
import type { PointPackage } from '#contract/transactions/transactions.ts'
import { points, won } from '#web/lib/format.ts'
import { topUpCopy } from './messages.ko.ts'
import { money } from '#web/features/billing/queries.ts'
import { useWindow, WindowUnreachable } from '#web/features/billing/payment-window.ts'
import { wordsOf } from '#web/api/error-message.ts'
import { requestOnce } from '#web/api/idempotent-request.ts'
import { pointsPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import {
  agreesToAll,
  notAgreed,
  PurchaseConsents,
} from '#web/features/billing/purchase/purchase-consents.tsx'
import { useEffect, useRef, useState, type FormEvent } from 'react'

type Package = z.infer<typeof PointPackage>

/** Says what a package costs and brings, takes both consents, and leaves for the gateway's window (D-53). */
export function openTopUp(what: Package): void {
  void modals.open({ label: topUpCopy.title(what.amount) }, (close) => (
    <TopUpDialog what={what} close={() => close()} />
  ))
}

function TopUpDialog({ what: { amount, bonus }, close }: { what: Package; close: () => void }) {
  const openWindow = useWindow()
  const [agreed, setAgreed] = useState(notAgreed)
  const [wanted, setWanted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)

  // Who turns back by the browser's button finds the page as it was left: not still busy.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setError(undefined)
    if (!agreesToAll(agreed)) {
      setWanted(true)
      form.current?.querySelector<HTMLInputElement>('input:not(:checked)')?.focus()
      return
    }
    setBusy(true)
    try {
      const { payment_window: opens } = await requestOnce(money.createPointTransaction, {
        body: {
          ...{ changed_point: amount, is_event: false, is_topup: true, payment_method: 'card' },
          ...agreed,
        },
      })
      // Stays busy: this page is being left.
      if (opens) await openWindow(opens, pointsPath)
    } catch (reason) {
      setError(reason instanceof WindowUnreachable ? topUpCopy.unreachable : wordsOf(reason))
      setBusy(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void pay(event)}>
      <ModalBody
        title={topUpCopy.title(amount)}
        actions={
          <>
            <Button onClick={close}>{topUpCopy.cancel}</Button>
            <Button type="submit" look="primary" busy={busy}>
              {busy ? topUpCopy.opening : topUpCopy.pay(amount)}
            </Button>
          </>
        }
      >
        <dl className="rounded-xl bg-surface-2 px-4 py-3.5">
          <dt className="text-sm text-paper-3">{topUpCopy.gets}</dt>
          <dd className="mt-1">
            <Gets words={topUpCopy.paid(amount)} detail={topUpCopy.paid_detail} />
            {bonus > 0 && <Gets words={topUpCopy.event(bonus)} detail={topUpCopy.event_detail} />}
            {bonus > 0 && (
              <p className="figures mt-3 flex justify-between gap-4 border-t border-line pt-3 text-sm">
                {topUpCopy.total}
                <span className="font-bold text-paper">{points(amount + bonus)}</span>
              </p>
            )}
          </dd>
        </dl>
        <dl className="mt-4 flex items-baseline justify-between gap-4">
          <dt className="font-semibold text-paper">{topUpCopy.price}</dt>
          <dd className="figures text-xl font-extrabold text-gam-bright">{won(amount)}</dd>
        </dl>
        <p className="mt-0.5 mb-5 text-sm">{topUpCopy.once}</p>
        <PurchaseConsents agreed={agreed} wanted={wanted} onChange={setAgreed} />
        <FormError className="mt-4">{error}</FormError>
      </ModalBody>
    </form>
  )
}

function Gets({ words, detail }: { words: string; detail: string }) {
  return (
    <div className="mt-1.5 first:mt-0">
      <p className="figures font-bold text-paper">{words}</p>
      <p className="text-xs text-paper-3">{detail}</p>
    </div>
  )
}
