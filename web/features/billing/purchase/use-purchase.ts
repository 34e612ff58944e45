import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { type OwnershipTypeId, pointPackages } from '#contract/transactions/payment-constants.ts'
import { purchaseMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/client.ts'
import { billingKeys } from '#web/features/billing/queries.ts'
import { usePaymentWindow, PaymentWindowUnavailable } from '#web/features/billing/payment-window.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { memberSeriesStore } from '#web/session/member-series.ts'
import { purchasePath, videoPath } from '#web/routing/paths.ts'
import type { PurchaseConsent } from './purchase-consents.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef, useState } from 'react'

/** `under_way`: 결제 내역 says more. `is_stale`: the price that was shown is not the price any more. */
type Failure = { words: string; under_way: boolean; is_stale: boolean }

/** What was shown is not what it costs: nobody pays another price than he saw. */
class PriceChanged extends Error {}

/** The three presses of the sheet. `close(true)` once the episode is his; by card, the page is left instead. */
export function usePurchase({ id, series }: Episode, close: (bought: boolean) => void) {
  const openWindow = usePaymentWindow()
  const [state, setState] = useState<'idle' | 'busy' | 'leaving'>('idle')
  const [failure, setFailure] = useState<Failure>()
  // Enter and a press in the same moment are one wish.
  const running = useRef(false)

  // Who turns back from the gateway's window finds the sheet as he left it.
  useEffect(() => {
    function back({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      running.current = false
      setState('idle')
      void billingKeys()
    }
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])

  function press(work: () => Promise<void>) {
    if (running.current) return
    running.current = true
    setState('busy')
    setFailure(undefined)
    work().catch((error: unknown) => {
      running.current = false
      setState('idle')
      const code = error instanceof ApiError ? error.problem.code : null
      if (code === 'already_owned') return done(purchaseMessages.owned_already)
      // What is there, or costs, is not what was shown any more.
      if (code) void billingKeys()
      const is_stale = isOfPrice(error)
      setFailure({ words: wordsFor(error), under_way: code === 'order_in_progress', is_stale })
    })
  }

  function done(words: string) {
    toasts.show(words, 'good')
    void billingKeys()
    void memberSeriesStore.read(series.id)
    close(true)
  }

  return {
    busy: state !== 'idle',
    leaving: state === 'leaving',
    failure,
    byCard(price: number, ownership_type_id: OwnershipTypeId, agreed: PurchaseConsent) {
      press(async () => {
        const { payment_window: window } = await idempotentRequest(transactions.orderEpisode, {
          body: { ownership_type_id, payment_method: 'card', episode_id: id, ...agreed },
        })
        if (window.amount !== price) throw new PriceChanged()
        setState('leaving')
        await openWindow(window, videoPath(id))
      })
    },
    byPoints(price: number, ownership_type_id: OwnershipTypeId, agreed: PurchaseConsent) {
      press(async () => {
        await idempotentRequest(transactions.createPointTransaction, {
          body: {
            ...{ changed_point: -price, is_event: false, is_topup: false },
            ...{ payment_method: 'point', episode: id, ownership_type_id, ...agreed },
          },
        })
        done(purchaseMessages.bought[ownership_type_id])
      })
    },
    /** Exactly the package that fills the gap, and then back to buying with points (D-53). */
    topUp(amount: number, way: OwnershipTypeId, agreed: PurchaseConsent) {
      press(async () => {
        const { payment_window: window } = await idempotentRequest(
          transactions.createPointTransaction,
          {
            body: {
              ...{ changed_point: amount, is_event: false, is_topup: true },
              ...{ payment_method: 'card', ...agreed },
            },
          },
        )
        setState('leaving')
        if (window) await openWindow(window, purchasePath(id, way, 'point'))
      })
    },
  }
}

const isOfPrice = (error: unknown) =>
  error instanceof PriceChanged ||
  (error instanceof ApiError && error.problem.errors.some(({ field }) => field === 'changed_point'))

function wordsFor(error: unknown): string {
  if (isOfPrice(error)) return purchaseMessages.price_changed
  return error instanceof PaymentWindowUnavailable
    ? purchaseMessages.unreachable
    : errorMessage(error)
}

export type PointSplit = {
  /** What is spent of each kind: event points first (D-54). */
  event: number
  paid: number
  /** Of both kinds, afterwards. */
  left: number
  /** How many are missing; 0 where there are enough. */
  missing: number
  /** The smallest package that fills the gap (D-53); null where none does, or nothing is missing. */
  fill: { amount: number; bonus: number } | null
}

/** How a price in points is paid from both balances, as the server does it. */
export function splitPoints(
  { event_point, paid_point }: { event_point: number; paid_point: number },
  price: number,
): PointSplit {
  const missing = Math.max(0, price - event_point - paid_point)
  const event = Math.min(event_point, price)
  return {
    event,
    paid: Math.min(paid_point, price - event),
    left: Math.max(0, event_point + paid_point - price),
    missing,
    fill: missing > 0 ? (pointPackages.find(({ amount }) => amount >= missing) ?? null) : null,
  }
}
