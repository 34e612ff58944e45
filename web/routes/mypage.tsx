import { mypageCopy } from '#web/copy/mypage.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { logOut } from '#web/features/login/log-out.ts'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { Overview, OverviewSkeleton } from '#web/features/mypage/overview.tsx'
import { SubscriptionPanel } from '#web/features/subscription/subscription-panel.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { homePath, mypagePath } from '#web/paths.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Route } from './+types/mypage.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: mypageCopy.title,
    description: mypageCopy.description,
    path: mypagePath,
    hidden: true,
  })
}

export default function Mypage() {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()

  async function leave() {
    setLeaving(true)
    // First away from here, or this page would send a visitor to sign in.
    await logOut(() => navigate(homePath))
    setLeaving(false)
  }

  return (
    <MypageFrame title={mypageCopy.title} bare>
      <MemberOnly skeleton={<OverviewSkeleton />}>
        {(user) => (
          <Queries>
            <Overview
              user={user}
              plan={<SubscriptionPanel />}
              leaving={leaving}
              onLogOut={() => void leave()}
            />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
