import type { User } from '#contract/accounts/accounts.ts'
import { mypageCopy } from '#web/features/account/mypage/messages.ko.ts'
import { loginFor } from '#web/routing/login-redirect.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { auth, useAuth } from './auth-store.ts'

/**
 * What is for members alone. The server renders `skeleton`, in the shape of what comes, because a page is made
 * without knowing who asks (D-07); the browser fills it. A visitor signs in first and comes back; where nobody
 * could tell who is there, that is said, and nobody is sent away.
 */
export function MemberOnly({
  skeleton,
  children,
}: {
  skeleton: ReactNode
  children: (user: User) => ReactNode
}) {
  const { state, user } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const here = pathname + search + hash

  useEffect(() => {
    if (state === 'signed_out') void navigate(loginFor(here), { replace: true })
  }, [state, here, navigate])

  if (state === 'signed_in') return children(user)
  return state === 'failed' ? <Unsure /> : skeleton
}

function Unsure() {
  const [busy, setBusy] = useState(false)
  return (
    <ErrorState
      title={mypageCopy.failed_title}
      detail={mypageCopy.failed_detail}
      busy={busy}
      onRetry={() => {
        setBusy(true)
        void auth.check().finally(() => setBusy(false))
      }}
    />
  )
}
