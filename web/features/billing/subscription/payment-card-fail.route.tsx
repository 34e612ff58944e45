import { paymentCardMessages } from './messages.ko.ts'
import { CardRegistrationFailed, CardConfirming } from './payment-card-result.tsx'
import { parsePlanParam } from './payment-card-queries.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentCardPath } from '#web/routing/account-paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-card-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { result_title: title, result_description: description } = paymentCardMessages
  return pageMeta(matches, { title, description, path: `${paymentCardPath}/fail`, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: CardConfirming }

export default function PaymentCardFailure() {
  const [query] = useSearchParams()
  return <CardRegistrationFailed code={query.get('code') ?? ''} plan={parsePlanParam(query)} />
}
