import { cardCopy } from '#web/features/billing/plans/messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { CardSuccess, Confirming } from './payment-card-result.tsx'
import { cardOf } from './payment-card-queries.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { planCardPath } from '#web/routing/paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-card-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { outcome_title: title, outcome_description: description } = cardCopy
  return pageMeta(matches, { title, description, path: `${planCardPath}/success`, hidden: true })
}

export default function PlanCardSuccess() {
  const [query] = useSearchParams()
  return (
    <MemberOnly skeleton={<Confirming />}>
      {() => (
        <Queries>
          <CardSuccess returned={cardOf(query)} />
        </Queries>
      )}
    </MemberOnly>
  )
}
