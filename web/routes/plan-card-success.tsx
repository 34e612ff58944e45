import { cardCopy } from '#web/copy/plans.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { CardSuccess, Confirming } from '#web/features/subscription/card-outcome.tsx'
import { cardOf } from '#web/features/subscription/card-query.ts'
import { pageMeta } from '#web/page-meta.ts'
import { planCardPath } from '#web/paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/plan-card-success.ts'

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
