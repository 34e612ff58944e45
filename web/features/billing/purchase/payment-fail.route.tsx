import { paymentResultMessages } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Confirming, PaymentFailure } from './payment-result.tsx'
import { parseFailureReturn } from './payment-return.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { fail_title: title, description } = paymentResultMessages
  return pageMeta(matches, { title, description, path: '/payments/fail', noindex: true })
}

export default function PaymentsFail() {
  const [query] = useSearchParams()
  return (
    <RequireMember skeleton={<Confirming />}>
      {() => (
        <MemberQueryProvider>
          <PaymentFailure returned={parseFailureReturn(query)} />
        </MemberQueryProvider>
      )}
    </RequireMember>
  )
}
