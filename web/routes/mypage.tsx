import { endpoints } from '#contract/index.ts'
import { mypageCopy } from '#web/copy/mypage.ts'
import { auth } from '#web/data/auth.ts'
import { call } from '#web/data/client.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { wordsOf } from '#web/data/refused.ts'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { Overview, OverviewSkeleton } from '#web/features/mypage/overview.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { homePath, mypagePath } from '#web/paths.ts'
import { toasts } from '#web/ui/toast-queue.ts'
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

  async function logOut() {
    setLeaving(true)
    try {
      await call(endpoints.accounts.logOut, {})
      // First away from here, or this page would send a visitor to sign in.
      await navigate(homePath)
      auth.clear()
      toasts.show(mypageCopy.logged_out, 'good')
    } catch (error) {
      setLeaving(false)
      toasts.show(wordsOf(error), 'danger')
    }
  }

  return (
    <MypageFrame title={mypageCopy.title} bare>
      <MemberOnly skeleton={<OverviewSkeleton />}>
        {(user) => <Overview user={user} leaving={leaving} onLogOut={() => void logOut()} />}
      </MemberOnly>
    </MypageFrame>
  )
}
