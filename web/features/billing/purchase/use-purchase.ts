import * as transactions from '#web/api/endpoints/transactions.generated.ts'
import type { Episode } from '#contract/contents/contents.ts'
import type { PointPackage } from '#contract/transactions/transactions.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-schemas.ts'
import { purchaseMessages } from './messages.ko.ts'
import { invalidateBilling } from '#web/features/billing/queries.ts'
import { usePaymentWindow } from '#web/features/billing/payment-window.ts'
import { ApiError, isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { idempotentRequest, useApiMutation } from '#web/api/use-api-mutation.ts'
import { refetchMemberSeries } from '#web/session/use-member-content.ts'
import { videoPath } from '#web/routing/paths.ts'
import { purchasePath } from '#web/routing/account-paths.ts'
import type { PurchaseConsent } from './purchase-consents.tsx'
import type { PurchaseOffers } from '#contract/problem.ts'
import { useState } from 'react'

export type PurchaseRequest = {
  episode: Episode
  offers: PurchaseOffers
  /** Initial selection. */
  ownershipType: OwnershipTypeId
  /** Initial payment method; by default points if they suffice. */
  method?: PaymentMethod | undefined
}

/** The price differs from the shown one; nothing is charged. */
class PriceChangedError extends Error {}

export type Payment = {
  /** `top_up` buys the package that covers the shortfall, then returns to paying by points. */
  method: 'card' | 'point' | 'top_up'
  /** Won or points. */
  amount: number
  ownership_type_id: OwnershipTypeId
  /** The package of a top-up. */
  point_package_id?: number | undefined
  /** The terms of a rental. */
  rental_terms_id?: number | undefined
  consent: PurchaseConsent
}

/** Pays by card, by points, or tops up. Card payments leave the page. */
export function usePurchase({ id, series }: Episode) {
  const paymentWindow = usePaymentWindow()
  const [purchased, setPurchased] = useState<string | null>(null)
  const payment = useApiMutation((input: Payment) => sendPayment(id, input), {
    errors: 'inline',
    messageOf: (error) =>
      isPriceError(error) ? purchaseMessages.price_changed : errorMessage(error),
    onSuccess(window, { method, ownership_type_id }) {
      if (method === 'point') onPurchased(purchaseMessages.purchased[ownership_type_id])
      else if (window)
        paymentWindow.open(
          window,
          method === 'card' ? videoPath(id) : purchasePath(id, ownership_type_id, 'point'),
        )
    },
    onError(error) {
      if (isApiError(error, 'already_owned')) onPurchased(purchaseMessages.already_owned)
      // The offers or prices have changed.
      else if (error instanceof ApiError) void invalidateBilling()
    },
  })

  function onPurchased(message: string) {
    void invalidateBilling()
    void refetchMemberSeries(series.id)
    setPurchased(message)
  }

  return {
    /** Once the member has the episode: what happened. */
    purchased,
    isPending: payment.isPending || paymentWindow.isPending,
    isRedirecting: paymentWindow.isPending,
    formError:
      payment.formError ??
      (paymentWindow.isUnavailable && !payment.isPending
        ? purchaseMessages.window_unavailable
        : null),
    /** 결제 내역 has details. */
    isInProgress: isApiError(payment.error, 'order_in_progress'),
    /** The shown price has changed. */
    isPriceStale: isPriceError(payment.error),
    pay: payment.submit,
  }
}

/** @returns the payment window of the order; none for a payment by points. */
async function sendPayment(
  episode_id: number,
  { method, amount, ownership_type_id, point_package_id, rental_terms_id, consent }: Payment,
) {
  if (method === 'card') {
    const { payment_window } = await idempotentRequest(transactions.orderEpisode, {
      body: { ownership_type_id, payment_method: 'card', episode_id, rental_terms_id, ...consent },
    })
    if (payment_window.amount !== amount) throw new PriceChangedError()
    return payment_window
  }
  const { payment_window } = await idempotentRequest(transactions.createPointTransaction, {
    body:
      method === 'point'
        ? {
            changed_point: -amount,
            is_event: false,
            is_topup: false,
            payment_method: 'point',
            episode: episode_id,
            ownership_type_id,
            rental_terms_id,
            ...consent,
          }
        : {
            changed_point: amount,
            is_event: false,
            is_topup: true,
            payment_method: 'card',
            point_package_id,
            ...consent,
          },
  })
  return payment_window
}

const isPriceError = (error: unknown) =>
  error instanceof PriceChangedError ||
  isApiError(error, 'package_changed') ||
  isApiError(error, 'rental_terms_changed') ||
  (error instanceof ApiError && error.problem.errors.some(({ field }) => field === 'changed_point'))

export type PointSplit = {
  /** Points to spend of each kind, event points first. */
  event: number
  paid: number
  /** Total balance after the purchase. */
  remaining: number
  /** Missing points; 0 if there are enough. */
  shortfall: number
  /** The smallest package that covers the shortfall; null if there is none, undefined until the packages are loaded. */
  topUpPackage: PointPackage | null | undefined
}

/** Splits a price over both balances, in the order of the server. */
export function splitPoints(
  { event_point, paid_point }: { event_point: number; paid_point: number },
  price: number,
  packages: readonly PointPackage[] | undefined,
): PointSplit {
  const shortfall = Math.max(0, price - event_point - paid_point)
  const event = Math.min(event_point, price)
  return {
    event,
    paid: Math.min(paid_point, price - event),
    remaining: Math.max(0, event_point + paid_point - price),
    shortfall,
    topUpPackage:
      shortfall > 0
        ? packages && (packages.find(({ amount }) => amount >= shortfall) ?? null)
        : null,
  }
}
