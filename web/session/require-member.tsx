import { loginPathFor } from '#web/routing/paths.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useEffect, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { authStore, useAuth } from './auth-store.ts'
import { sessionNotices } from './notices.ko.ts'

/**
 * Content for members. The server renders `skeleton`, since pages are cached without a user
 * (decisions/0005-public-responses). Redirects visitors to the login page; shows an error, without a redirect, if the
 * check failed.
 */
export function RequireMember({
  skeleton,
  isProfileNeeded = true,
  children,
}: {
  skeleton: ReactNode
  /** Whether the content waits until a profile is selected, as `MemberEffects` requests. */
  isProfileNeeded?: boolean
  children: ReactNode
}) {
  const { state, user } = useAuth()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const currentPath = pathname + search + hash

  useEffect(() => {
    if (state === 'signed_out') void navigate(loginPathFor(currentPath), { replace: true })
  }, [state, currentPath, navigate])

  if (state === 'signed_in' && (user.profile || !isProfileNeeded)) return children
  return state === 'failed' ? <AuthCheckFailed /> : skeleton
}

function AuthCheckFailed() {
  const retry = useAsyncAction(() => authStore.checkAuth())
  return (
    <ErrorState
      title={sessionNotices.failed_title}
      detail={sessionNotices.failed_detail}
      isRetrying={retry.isPending}
      onRetry={() => retry.run()}
    />
  )
}
