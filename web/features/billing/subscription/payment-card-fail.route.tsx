import { paymentCardMessages } from './messages.ko.ts'
import { CardRegistrationFailed, CardConfirming } from './payment-card-result.tsx'
import { parsePlanParam } from './payment-card-queries.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentCardPath } from '#web/routing/paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-card-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { result_title: title, result_description: description } = paymentCardMessages
  return pageMeta(matches, { title, description, path: `${paymentCardPath}/fail`, noindex: true })
}

export default function PaymentCardFailure() {
  const [query] = useSearchParams()
  return (
    <RequireMember skeleton={<CardConfirming />}>
      {() => <CardRegistrationFailed code={query.get('code') ?? ''} plan={parsePlanParam(query)} />}
    </RequireMember>
  )
}
