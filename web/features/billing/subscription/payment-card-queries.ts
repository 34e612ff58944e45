import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import { invalidateBilling, subscriptionQuery } from '#web/features/billing/queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { queryOptions } from '@tanstack/react-query'

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

/** Runs once and never refetches; the server treats a repeated registration as known. */
export const registerQuery = (returned: CardReturnParams) =>
  queryOptions({
    queryKey: ['card', returned.auth_key],
    async queryFn() {
      try {
        const response = await idempotentRequest(subscriptions.registerCard, { body: returned })
        memberQueryClient.setQueryData(subscriptionQuery.queryKey, response.subscription_state)
        return response
      } finally {
        void invalidateBilling()
      }
    },
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
