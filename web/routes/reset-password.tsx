import { recoveryCopy } from '#web/copy/recovery.ts'
import { ResetPasswordPage } from '#web/features/recovery/reset-password-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { recoverPasswordPath } from '#web/paths.ts'
import type { Route } from './+types/reset-password.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryCopy.reset
  return [
    // The address is a key: it is told to nobody, neither by a link from here nor as the page's own address.
    { name: 'referrer', content: 'no-referrer' },
    ...pageMeta(matches, { title, description, path: recoverPasswordPath, hidden: true }),
  ]
}

export default function ResetPassword({ params: { uidb64, token } }: Route.ComponentProps) {
  return <ResetPasswordPage link={{ uidb64, token }} />
}
