import { paymentResultMessages } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Confirming, PaymentSuccess } from './payment-result.tsx'
import { parseSuccessReturn } from './payment-return.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { success_title: title, description } = paymentResultMessages
  return pageMeta(matches, { title, description, path: '/payments/success', noindex: true })
}

export default function PaymentsSuccess() {
  const [query] = useSearchParams()
  return (
    <RequireMember skeleton={<Confirming />}>
      {() => (
        <MemberQueryProvider>
          <PaymentSuccess returned={parseSuccessReturn(query)} />
        </MemberQueryProvider>
      )}
    </RequireMember>
  )
}
