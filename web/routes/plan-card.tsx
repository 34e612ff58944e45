import { cardCopy } from '#web/copy/plans.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { CardPage, CardSkeleton } from '#web/features/subscription/card-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { planCardPath } from '#web/paths.ts'
import type { Route } from './+types/plan-card.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = cardCopy
  return pageMeta(matches, { title, description, path: planCardPath, hidden: true })
}

export default function PlanCard() {
  return (
    <MypageFrame title={cardCopy.title}>
      <MemberOnly skeleton={<CardSkeleton />}>
        {() => (
          <Queries>
            <CardPage />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
