import { paymentResultMessages } from './messages.ko.ts'
import { Confirming, PaymentFailure, parseFailureReturn } from './payment-result.tsx'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { fail_title: title, description } = paymentResultMessages
  return pageMeta(matches, { title, description, path: '/payments/fail', noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: Confirming }

export default function PaymentsFail() {
  const [query] = useSearchParams()
  return <PaymentFailure returned={parseFailureReturn(query)} />
}
