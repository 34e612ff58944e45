import { UploadsPage } from '#web/features/studio-uploads/uploads-page.tsx'
import { studioUploadsPath } from '#web/features/studio/paths.ts'
import { uploadsCopy } from '#web/copy/studio-uploads.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/studio-uploads.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = uploadsCopy
  return pageMeta(matches, { title, description, path: studioUploadsPath, hidden: true })
}

export default function StudioUploads() {
  return <UploadsPage />
}
