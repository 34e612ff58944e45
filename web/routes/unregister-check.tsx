import { unregisterCopy } from '#web/copy/subscription.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { UnregisterCheck } from '#web/features/subscription/unregister-check.tsx'
import { UnregisterSkeleton } from '#web/features/subscription/unregister-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { unregisterCheckPath } from '#web/paths.ts'
import type { Route } from './+types/unregister-check.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = unregisterCopy
  return pageMeta(matches, { title, description, path: unregisterCheckPath, hidden: true })
}

export default function UnregisterChecked() {
  return (
    <MypageFrame title={unregisterCopy.check_title}>
      <MemberOnly skeleton={<UnregisterSkeleton />}>
        {() => (
          <Queries>
            <UnregisterCheck />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
