import { pointsCopy } from '#web/copy/points.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { PointsPage, PointsSkeleton } from '#web/features/points/points-page.tsx'
import { openRefund } from '#web/features/refund/refund-dialog.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { pointsPath } from '#web/paths.ts'
import type { Route } from './+types/points.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = pointsCopy
  return pageMeta(matches, { title, description, path: pointsPath, hidden: true })
}

export default function Points() {
  return (
    <MypageFrame title={pointsCopy.title}>
      <MemberOnly skeleton={<PointsSkeleton />}>
        {() => (
          <Queries>
            <PointsPage
              refund={async ({ title, refundable, order_id }) =>
                refundable &&
                order_id &&
                openRefund({ kind: 'points', title, refundable, order_id })
              }
            />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
