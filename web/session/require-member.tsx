import type { User } from '#contract/accounts/accounts.ts'
import { loginPathFor } from '#web/routing/login-redirect.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { authStore, useAuth } from './auth-store.ts'
import { sessionMessages } from './messages.ko.ts'

/**
 * What is for members alone. The server renders `skeleton`, in the shape of what comes, because a page is made
 * without knowing who asks (D-07); the browser fills it. A visitor signs in first and comes back; where nobody
 * could tell who is there, that is said, and nobody is sent away.
 */
export function RequireMember({
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
    if (state === 'signed_out') void navigate(loginPathFor(here), { replace: true })
  }, [state, here, navigate])

  if (state === 'signed_in') return children(user)
  return state === 'failed' ? <AuthCheckFailed /> : skeleton
}

function AuthCheckFailed() {
  const [busy, setBusy] = useState(false)
  return (
    <ErrorState
      title={sessionMessages.failed_title}
      detail={sessionMessages.failed_detail}
      isRetrying={busy}
      onRetry={() => {
        setBusy(true)
        void authStore.checkAuth().finally(() => setBusy(false))
      }}
    />
  )
}
