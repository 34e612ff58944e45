import { outcomeCopy } from '#web/copy/purchase.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { Confirming, FailPage } from '#web/features/purchase/outcome-page.tsx'
import { failureOf } from '#web/features/purchase/outcome-query.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payments-fail.ts'

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
