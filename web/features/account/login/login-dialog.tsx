import { loginMessages } from './messages.ko.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { IconButton } from '#web/ui/base/button.tsx'
import { Logo } from '#web/ui/base/logo.tsx'
import { useEffect } from 'react'
import { LoginForm } from './login-form.tsx'

/** The reason for the login dialog, which selects its text. */
export type LoginReason = 'watch' | 'signup_incomplete' | 'default'

const messages = loginMessages.dialog

/** The login form over the current page. */
export function LoginDialog({
  reason,
  returnPath,
  close,
}: {
  reason: LoginReason
  /** Path of the page below, used as redirect path for joining. */
  returnPath: string
  close: (signed_in: boolean) => void
}) {
  const { state } = useAuth()
  // Logged in here or in another tab.
  useEffect(() => {
    if (state === 'signed_in') close(true)
  }, [state, close])
  return (
    <div className="relative px-6 pt-7 pb-4 md:px-8">
      <Logo className="h-6" />
      <h2 className="mt-4 text-2xl font-bold">{messages.title}</h2>
      <p className="mt-1 mb-5 text-base text-foreground-muted">{messages[reason]}</p>
      <LoginForm next={returnPath} isSignupIncomplete={reason === 'signup_incomplete'} />
      {/* Last, so that the first field gets the initial focus. */}
      <IconButton
        label={controlMessages.close}
        icon="close"
        onClick={() => close(false)}
        className="absolute top-4 right-4"
      />
    </div>
  )
}
