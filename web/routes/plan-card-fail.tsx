import { cardCopy } from '#web/copy/plans.ts'
import { CardFail, Confirming } from '#web/features/subscription/card-outcome.tsx'
import { planIn } from '#web/features/subscription/card-query.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { planCardPath } from '#web/paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/plan-card-fail.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { outcome_title: title, outcome_description: description } = cardCopy
  return pageMeta(matches, { title, description, path: `${planCardPath}/fail`, hidden: true })
}

export default function PlanCardFail() {
  const [query] = useSearchParams()
  return (
    <MemberOnly skeleton={<Confirming />}>
      {() => <CardFail code={query.get('code') ?? ''} plan={planIn(query)} />}
    </MemberOnly>
  )
}
