import { unregisterCopy } from '#web/copy/subscription.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { openRefund } from '#web/features/refund/refund-dialog.tsx'
import { refundOfCharge } from '#web/features/subscription/standing.tsx'
import { UnregisterPage, UnregisterSkeleton } from '#web/features/subscription/unregister-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { unregisterPath } from '#web/paths.ts'
import type { Route } from './+types/unregister.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = unregisterCopy
  return pageMeta(matches, { title, description, path: unregisterPath, hidden: true })
}

export default function Unregister() {
  return (
    <MypageFrame title={unregisterCopy.title}>
      <MemberOnly skeleton={<UnregisterSkeleton />}>
        {() => (
          <Queries>
            <UnregisterPage payBack={(subscription) => openRefund(refundOfCharge(subscription))} />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
