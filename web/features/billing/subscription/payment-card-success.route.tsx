import { paymentCardMessages } from './messages.ko.ts'
import { CardRegistered, CardConfirming } from './payment-card-result.tsx'
import { parseCardReturn } from './payment-card-queries.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentCardPath } from '#web/routing/account-paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-card-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { result_title: title, result_description: description } = paymentCardMessages
  return pageMeta(matches, {
    title,
    description,
    path: `${paymentCardPath}/success`,
    noindex: true,
  })
}

export const handle: MemberPageHandle = { Skeleton: CardConfirming }

export default function PaymentCardSuccess() {
  const [query] = useSearchParams()
  return <CardRegistered returned={parseCardReturn(query)} />
}
