import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import { invalidateBilling, subscriptionQuery } from '#web/features/billing/queries.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'

/** Query parameters of the card window's success URL. */
export type CardReturnParams = {
  auth_key: string
  customer_key: string
  subscription_plan_id?: number
  agreed_amount?: number
}

/** `?plan=`: the plan to start with the registered card. */
export function parsePlanParam(query: URLSearchParams): number | undefined {
  const id = Number(query.get('plan'))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** Returns null if the query is not one of the card window. */
export function parseCardReturn(query: URLSearchParams): CardReturnParams | null {
  const auth_key = query.get('authKey') ?? ''
  const customer_key = query.get('customerKey') ?? ''
  const isValid =
    auth_key.length > 0 &&
    auth_key.length <= 300 &&
    customer_key.length > 1 &&
    customer_key.length <= 300
  const plan = parsePlanParam(query)
  if (!isValid) return null
  if (plan === undefined) return { auth_key, customer_key }
  const agreedText = /^\d{1,8}$/.exec(query.get('agreed') ?? '')?.[0]
  const agreed_amount = agreedText === undefined ? {} : { agreed_amount: Number(agreedText) }
  return { auth_key, customer_key, subscription_plan_id: plan, ...agreed_amount }
}

/** Registers a card. The server treats a repeated registration as known. */
export const useRegisterCard = () =>
  useApiMutation(subscriptions.registerCard, {
    errors: 'inline',
    onSuccess: ({ subscription_state }, _, client) =>
      client.setQueryData(subscriptionQuery.queryKey, subscription_state),
    onSettled: () => void invalidateBilling(),
  })
