import { outcomeCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { Confirming, SuccessPage } from './payment-result.tsx'
import { successOf } from './payment-return.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { success_title: title, description } = outcomeCopy
  return pageMeta(matches, { title, description, path: '/payments/success', hidden: true })
}

export default function PaymentsSuccess() {
  const [query] = useSearchParams()
  return (
    <MemberOnly skeleton={<Confirming />}>
      {() => (
        <Queries>
          <SuccessPage returned={successOf(query)} />
        </Queries>
      )}
    </MemberOnly>
  )
}
