import { errorResponse, type GatewayResponse, okResponse } from './api/responses.ts'
import type { BillingRecord, CardAuth } from './store.ts'
import { maskCardNumber } from './test-cards.ts'
import { formatSeoulTime, type PaymentService, type Simulation } from './payments.ts'
import { randomBytes } from 'node:crypto'

/** Lifetime of an auth key in ms. */
const authKeyLifetimeMs = 10 * 60_000

export type BillingService = ReturnType<typeof createBillingService>

/** Issues, charges and deletes billing keys. */
export function createBillingService(
  { store, webhooks, now, merchant_id }: Simulation,
  payments: PaymentService,
) {
  return {
    /** Returns an auth key after the card window was completed. */
    authorize(card: Omit<CardAuth, 'at'>): string {
      const auth_key = `auth_${randomBytes(18).toString('base64url')}`
      store.auth.put(auth_key, {
        ...card,
        number: maskCardNumber(card.number),
        at: now().toISOString(),
      })
      return auth_key
    },
    issue(input: { authKey: string; customerKey: string }): GatewayResponse {
      const auth = store.auth.get(input.authKey)
      if (!auth || now().getTime() - Date.parse(auth.at) > authKeyLifetimeMs)
        return errorResponse('NOT_FOUND')
      if (auth.customer_key !== input.customerKey) return errorResponse('NOT_MATCHES_CUSTOMER_KEY')
      store.auth.remove(input.authKey)
      const billing: BillingRecord = {
        billing_key: `bill_${randomBytes(18).toString('base64url')}`,
        customer_key: auth.customer_key,
        number: auth.number,
        behaviour: auth.behaviour,
        charges: 0,
        authenticated_at: formatSeoulTime(now()),
      }
      store.billing.put(billing.billing_key, billing)
      return okResponse({
        mId: merchant_id,
        customerKey: billing.customer_key,
        authenticatedAt: billing.authenticated_at,
        method: '카드',
        billingKey: billing.billing_key,
        cardCompany: '신한',
        cardNumber: billing.number,
        card: {
          issuerCode: '41',
          acquirerCode: '41',
          number: billing.number,
          cardType: '신용',
          ownerType: '개인',
        },
      })
    },
    async charge(
      billing_key: string,
      input: { customerKey: string; amount: number; orderId: string; orderName: string },
      origin: string,
    ): Promise<GatewayResponse> {
      const billing = store.billing.get(billing_key)
      if (!billing) return errorResponse('NOT_FOUND_BILLING_KEY')
      if (billing.customer_key !== input.customerKey)
        return errorResponse('NOT_MATCHES_CUSTOMER_KEY')
      if (payments.isPaidOrder(input.orderId)) return errorResponse('DUPLICATED_ORDER_ID')
      const { behaviour } = billing
      store.billing.put(billing_key, { ...billing, charges: billing.charges + 1 })
      const record = payments.begin({
        order_id: input.orderId,
        order_name: input.orderName,
        amount: input.amount,
        customer_key: input.customerKey,
        number: billing.number,
        behaviour,
        type: 'BILLING',
        origin,
      })
      if (behaviour.does !== 'decline_later') return payments.charge(record, behaviour)
      return payments.charge(
        record,
        billing.charges === 0 ? { does: 'approve' } : { does: 'decline', code: behaviour.code },
      )
    },
    remove(billing_key: string): GatewayResponse {
      const billing = store.billing.get(billing_key)
      if (!billing) return errorResponse('NOT_FOUND_BILLING_KEY')
      store.billing.remove(billing_key)
      webhooks.emit('BILLING_DELETED', { billingKey: billing_key })
      return okResponse({})
    },
  }
}
