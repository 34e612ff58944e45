import { outcomeCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { Confirming, FailPage } from './payment-result.tsx'
import { failureOf } from './payment-return.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { fail_title: title, description } = outcomeCopy
  return pageMeta(matches, { title, description, path: '/payments/fail', hidden: true })
}

export default function PaymentsFail() {
  const [query] = useSearchParams()
  return (
    <MemberOnly skeleton={<Confirming />}>
      {() => (
        <Queries>
          <FailPage returned={failureOf(query)} />
        </Queries>
      )}
    </MemberOnly>
  )
}
