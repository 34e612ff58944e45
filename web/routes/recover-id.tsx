import { recoveryCopy } from '#web/copy/recovery.ts'
import { RecoverIdPage } from '#web/features/recovery/recover-id-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { recoverIdPath } from '#web/paths.ts'
import type { Route } from './+types/recover-id.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryCopy.id
  return pageMeta(matches, { title, description, path: recoverIdPath, hidden: true })
}

export default function RecoverId() {
  return <RecoverIdPage />
}
