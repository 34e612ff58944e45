import { cardCopy } from '#web/features/billing/plans/messages.ko.ts'
import { CardFail, Confirming } from './payment-card-result.tsx'
import { planIn } from './payment-card-queries.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { planCardPath } from '#web/routing/paths.ts'
import { useSearchParams } from 'react-router'
import type { Route } from './+types/payment-card-fail.route.ts'

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
