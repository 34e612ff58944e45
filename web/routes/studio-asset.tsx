import { loadHls } from '#web/features/player/hls-file.ts'
import { AssetPage } from '#web/features/studio-uploads/asset-page.tsx'
import { studioUploadsPath } from '#web/features/studio/paths.ts'
import { uploadsCopy } from '#web/copy/studio-uploads.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/studio-asset.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = uploadsCopy
  return pageMeta(matches, { title, description, path: studioUploadsPath, hidden: true })
}

export default function StudioAsset({ params }: Route.ComponentProps) {
  return <AssetPage id={Number(params.assetId)} loadHls={loadHls} />
}
