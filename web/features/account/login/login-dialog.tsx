import { loginMessages } from './messages.ko.ts'
import { controlMessages } from '#web/ui/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { IconButton } from '#web/ui/base/button.tsx'
import { Logo } from '#web/ui/base/logo.tsx'
import { useEffect } from 'react'
import { LoginForm } from './login-form.tsx'
import type { LoginReason } from './login-reason.ts'

const messages = loginMessages.dialog

/** Signing in without leaving where one is. */
export function LoginDialog({
  reason,
  here,
  close,
}: {
  reason: LoginReason
  /** The page below, to come back to from signing up. */
  here: string
  close: (signed_in: boolean) => void
}) {
  const { state } = useAuth()
  // Here, or in another tab.
  useEffect(() => {
    if (state === 'signed_in') close(true)
  }, [state, close])
  return (
    <div className="relative px-6 pt-7 pb-4 md:px-8">
      <Logo className="h-6" />
      <h2 className="mt-4 text-2xl font-bold">{messages.title}</h2>
      <p className="mt-1 mb-5 text-base text-foreground-muted">{messages[reason]}</p>
      <LoginForm next={here} unfinished={reason === 'unfinished'} />
      {/* Last, so that the dialog begins with its first field. */}
      <IconButton
        label={controlMessages.close}
        icon="close"
        onClick={() => close(false)}
        className="absolute top-4 right-4"
      />
    </div>
  )
}
