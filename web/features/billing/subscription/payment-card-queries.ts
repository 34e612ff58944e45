import * as subscriptions from '#web/api/endpoints/subscriptions.generated.ts'
import { billingKeys, subscriptionQuery } from '#web/features/billing/queries.ts'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { queryOptions } from '@tanstack/react-query'

/** What the card's window put into the address of the page that it returns to. */
export type CardReturnParams = {
  auth_key: string
  customer_key: string
  subscription_plan_id?: number
  agreed_amount?: number
}

/** `?plan=`, where one is to be joined with the card. */
export function parsePlanParam(query: URLSearchParams): number | undefined {
  const id = Number(query.get('plan'))
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** The window's answer, null where the address is none that a window makes. */
export function parseCardReturn(query: URLSearchParams): CardReturnParams | null {
  const auth_key = query.get('authKey') ?? ''
  const customer_key = query.get('customerKey') ?? ''
  const isOne =
    auth_key.length > 0 &&
    auth_key.length <= 300 &&
    customer_key.length > 1 &&
    customer_key.length <= 300
  const plan = parsePlanParam(query)
  if (!isOne) return null
  if (plan === undefined) return { auth_key, customer_key }
  const agreed = /^\d{1,8}$/.exec(query.get('agreed') ?? '')?.[0]
  const agreed_amount = agreed === undefined ? {} : { agreed_amount: Number(agreed) }
  return { auth_key, customer_key, subscription_plan_id: plan, ...agreed_amount }
}

/** Done once however often it is rendered, and not again by itself; the server takes a card that is said again for known. */
export const registerQuery = (returned: CardReturnParams) =>
  queryOptions({
    queryKey: ['card', returned.auth_key],
    async queryFn() {
      try {
        const answer = await idempotentRequest(subscriptions.registerCard, { body: returned })
        memberQueryClient.setQueryData(subscriptionQuery.queryKey, answer.subscription_state)
        return answer
      } finally {
        void billingKeys()
      }
    },
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
