import { recoveryCopy } from '#web/copy/recovery.ts'
import { RecoverPasswordPage } from '#web/features/recovery/recover-password-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { recoverPasswordPath } from '#web/paths.ts'
import type { Route } from './+types/recover-password.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryCopy.password
  return pageMeta(matches, { title, description, path: recoverPasswordPath, hidden: true })
}

export default function RecoverPassword() {
  return <RecoverPasswordPage />
}
