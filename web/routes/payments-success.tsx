import { outcomeCopy } from '#web/copy/purchase.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { Confirming, SuccessPage } from '#web/features/purchase/outcome-page.tsx'
import { successOf } from '#web/features/purchase/outcome-query.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payments-success.ts'

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
