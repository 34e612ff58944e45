import { recoveryCopy } from '#web/copy/recovery.ts'
import { RecoverIdSuccessPage } from '#web/features/recovery/recover-id-success-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { recoverIdSuccessPath } from '#web/paths.ts'
import type { Route } from './+types/recover-id-success.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryCopy.id_success
  return pageMeta(matches, { title, description, path: recoverIdSuccessPath, hidden: true })
}

export default function RecoverIdSuccess() {
  return <RecoverIdSuccessPage />
}
