import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { type OwnershipTypeId, pointPackages } from '#contract/transactions/payment-constants.ts'
import { purchaseMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/client.ts'
import { invalidateBilling } from '#web/features/billing/queries.ts'
import { usePaymentWindow, PaymentWindowUnavailable } from '#web/features/billing/payment-window.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { refetchMemberSeries } from '#web/session/use-member-content.ts'
import { purchasePath, videoPath } from '#web/routing/paths.ts'
import type { PurchaseConsent } from './purchase-consents.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useRef, useState } from 'react'

/** `isInProgress`: 결제 내역 has details. `isPriceStale`: the shown price has changed. */
type PurchaseError = { message: string; isInProgress: boolean; isPriceStale: boolean }

/** The price differs from the shown one; nothing is charged. */
class PriceChangedError extends Error {}

/**
 * Pays by card, by points, or tops up. Calls `close(true)` once the member has the episode; card payments leave the
 * page.
 */
export function usePurchase({ id, series }: Episode, close: (bought: boolean) => void) {
  const [status, setStatus] = useState<'idle' | 'busy' | 'redirecting'>('idle')
  const [failure, setFailure] = useState<PurchaseError>()
  // Guards against double submission (Enter + click).
  const isRunning = useRef(false)
  const openWindow = usePaymentWindow(() => {
    isRunning.current = false
    setStatus('idle')
    void invalidateBilling()
  })

  function submit(task: () => Promise<void>) {
    if (isRunning.current) return
    isRunning.current = true
    setStatus('busy')
    setFailure(undefined)
    task().catch((error: unknown) => {
      isRunning.current = false
      setStatus('idle')
      const code = error instanceof ApiError ? error.problem.code : null
      if (code === 'already_owned') return onPurchased(purchaseMessages.already_owned)
      // The offers or prices have changed.
      if (code) void invalidateBilling()

      setFailure({
        message: messageOf(error),
        isInProgress: code === 'order_in_progress',
        isPriceStale: isPriceError(error),
      })
    })
  }

  function onPurchased(message: string) {
    toasts.show(message, 'success')
    void invalidateBilling()
    void refetchMemberSeries(series.id)
    close(true)
  }

  return {
    busy: status !== 'idle',
    isRedirecting: status === 'redirecting',
    failure,
    payByCard(price: number, ownership_type_id: OwnershipTypeId, consent: PurchaseConsent) {
      submit(async () => {
        const { payment_window: window } = await idempotentRequest(transactions.orderEpisode, {
          body: { ownership_type_id, payment_method: 'card', episode_id: id, ...consent },
        })
        if (window.amount !== price) throw new PriceChangedError()
        setStatus('redirecting')
        await openWindow(window, videoPath(id))
      })
    },
    payByPoints(price: number, ownership_type_id: OwnershipTypeId, consent: PurchaseConsent) {
      submit(async () => {
        await idempotentRequest(transactions.createPointTransaction, {
          body: {
            ...{ changed_point: -price, is_event: false, is_topup: false },
            ...{ payment_method: 'point', episode: id, ownership_type_id, ...consent },
          },
        })
        onPurchased(purchaseMessages.purchased[ownership_type_id])
      })
    },
    /** Tops up the package that covers the shortfall, then returns to paying by points (D-53). */
    topUp(amount: number, ownershipType: OwnershipTypeId, consent: PurchaseConsent) {
      submit(async () => {
        const { payment_window: window } = await idempotentRequest(
          transactions.createPointTransaction,
          {
            body: {
              ...{ changed_point: amount, is_event: false, is_topup: true },
              ...{ payment_method: 'card', ...consent },
            },
          },
        )
        setStatus('redirecting')
        if (window) await openWindow(window, purchasePath(id, ownershipType, 'point'))
      })
    },
  }
}

const isPriceError = (error: unknown) =>
  error instanceof PriceChangedError ||
  (error instanceof ApiError && error.problem.errors.some(({ field }) => field === 'changed_point'))

function messageOf(error: unknown): string {
  if (isPriceError(error)) return purchaseMessages.price_changed
  return error instanceof PaymentWindowUnavailable
    ? purchaseMessages.window_unavailable
    : errorMessage(error)
}

export type PointSplit = {
  /** Points to spend of each kind, event points first (D-54). */
  event: number
  paid: number
  /** Total balance after the purchase. */
  remaining: number
  /** Missing points; 0 if there are enough. */
  shortfall: number
  /** The smallest package that covers the shortfall (D-53); null if there is none. */
  topUpPackage: { amount: number; bonus: number } | null
}

/** Splits a price over both balances, in the order of the server. */
export function splitPoints(
  { event_point, paid_point }: { event_point: number; paid_point: number },
  price: number,
): PointSplit {
  const shortfall = Math.max(0, price - event_point - paid_point)
  const event = Math.min(event_point, price)
  return {
    event,
    paid: Math.min(paid_point, price - event),
    remaining: Math.max(0, event_point + paid_point - price),
    shortfall,
    topUpPackage:
      shortfall > 0 ? (pointPackages.find(({ amount }) => amount >= shortfall) ?? null) : null,
  }
}
