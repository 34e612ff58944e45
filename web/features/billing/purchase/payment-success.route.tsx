import { paymentResultMessages } from './messages.ko.ts'
import { Confirming, PaymentSuccess, parseSuccessReturn } from './payment-result.tsx'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { success_title: title, description } = paymentResultMessages
  return pageMeta(matches, { title, description, path: '/payments/success', noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: Confirming }

export default function PaymentsSuccess() {
  const [query] = useSearchParams()
  return <PaymentSuccess returned={parseSuccessReturn(query)} />
}
