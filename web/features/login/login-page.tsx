import { accountsCopy } from '#web/copy/accounts.ts'
import { useAuth } from '#web/data/auth.ts'
import { useNext } from '#web/next-path.ts'
import { homePath } from '#web/paths.ts'
import { toasts } from '#web/ui/toast-queue.ts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Doorway } from './doorway.tsx'
import { LoginForm } from './login-form.tsx'
import type { WallPoster } from './poster-wall.tsx'

const words = accountsCopy.login

/** `/accounts/login`: in, and on to where one was going (D-13). Who is in already goes straight on. */
export function LoginPage({ posters }: { posters: readonly WallPoster[] }) {
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
