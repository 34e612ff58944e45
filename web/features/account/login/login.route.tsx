import { accountsCopy } from './messages.ko.ts'
import { loaderCall } from '#web/routing/loader-helpers.ts'
import { readWall } from './load-poster-wall.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { Route } from './+types/login.route.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useNext } from '#web/routing/login-redirect.ts'
import { homePath } from '#web/routing/paths.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Doorway, type WallPoster } from './poster-wall-layout.tsx'
import { LoginForm } from './login-form.tsx'

const words = accountsCopy.login

export async function loader({ context }: Route.LoaderArgs) {
  return { posters: await readWall(context.get(loaderCall)) }
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: words.title,
    description: words.description,
    path: location.pathname,
    hidden: true,
  })
}

export default function Login({ loaderData }: Route.ComponentProps) {
  return <LoginPage posters={loaderData.posters} />
}

/** `/accounts/login`: in, and on to where one was going (D-13). Who is in already goes straight on. */
function LoginPage({ posters }: { posters: readonly WallPoster[] }) {
  const { state } = useAuth()
  const next = useNext()
  const navigate = useNavigate()
  const gone = useRef(false)

  useEffect(() => {
    if (state !== 'signed_in' || gone.current) return
    gone.current = true
    void navigate(next ?? homePath, { replace: true })
  }, [state, next, navigate])

  return (
    <Doorway posters={posters} title={words.title} lead={words.lead} detail={words.detail}>
      <LoginForm next={next} onDone={(user) => toasts.show(words.welcome(user.username), 'good')} />
    </Doorway>
  )
}
