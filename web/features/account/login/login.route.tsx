import { loginMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { loadPosterWall } from './load-poster-wall.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { Route } from './+types/login.route.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import { profilesPath } from '#web/routing/account-paths.ts'
import { homePath, withRedirect } from '#web/routing/paths.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { isTelevision } from '#web/lib/television.ts'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Button } from '#web/ui/base/button.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import { useNavigate } from 'react-router'
import { DemonstrationSignIn } from '../demonstration/demonstration-notes.tsx'
import { PosterWallLayout } from './poster-wall-layout.tsx'
import { LoginForm } from './login-form.tsx'

const messages = loginMessages.login

export async function loader({ context }: Route.LoaderArgs) {
  return { posters: await loadPosterWall(context.get(apiContext)) }
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: messages.title,
    description: messages.description,
    path: location.pathname,
    noindex: true,
  })
}

/** The pages to which the payment window returns after a success; a session may have ended meanwhile. */
const paymentReturnPattern = /^\/(payments|mypage\/plans\/card)\/success\b/

/** `/accounts/login`: redirects to `?next=` after login; members are redirected at once. */
export default function Login({ loaderData: { posters } }: Route.ComponentProps) {
  const { state, user } = useAuth()
  const hasProfile = Boolean(user.profile)
  const next = useRedirectPath()
  const navigate = useNavigate()
  const hasRedirected = useRef(false)
  const isPaymentWaiting = next !== null && paymentReturnPattern.test(next)

  useEffect(() => {
    if (state !== 'signed_in' || hasRedirected.current) return
    hasRedirected.current = true
    const path = next ?? homePath
    void navigate(hasProfile ? path : withRedirect(profilesPath, path), { replace: true })
  }, [state, hasProfile, next, navigate])

  return (
    <PosterWallLayout
      posters={posters}
      title={messages.title}
      lead={isPaymentWaiting ? messages.payment_lead : messages.lead}
      detail={isPaymentWaiting ? messages.payment_detail : messages.detail}
    >
      <SignIn next={next} />
      <DemonstrationSignIn />
    </PosterWallLayout>
  )
}

/** Loaded on a television, which has no keyboard. */
const CodeSignIn = lazyOrNothing(() =>
  import('../device-sign-in/code-sign-in.tsx').then((module) => module.CodeSignIn),
)

function SignIn({ next }: { next: string | null }) {
  const isHydrated = useHydrated()
  const [usesPassword, setUsesPassword] = useState(false)
  const welcome = (user: User) => toasts.show(messages.welcome(user.username), 'success')
  if (!isHydrated || !isTelevision()) return <LoginForm next={next} onDone={welcome} />
  return (
    <>
      {usesPassword ? (
        <LoginForm next={next} onDone={welcome} />
      ) : (
        <Suspense>
          <CodeSignIn onDone={welcome} />
        </Suspense>
      )}
      <Button
        variant="outline"
        size="lg"
        className="mt-6 w-full"
        onClick={() => setUsesPassword(!usesPassword)}
      >
        {usesPassword ? messages.by_code : messages.by_password}
      </Button>
    </>
  )
}
