import { loadHls } from '#web/features/player/hls-file.ts'
import { AssetPage } from '#web/features/studio-uploads/asset-page.tsx'
import type { Route } from './+types/studio-asset.ts'

export default function StudioAsset({ params }: Route.ComponentProps) {
  return <AssetPage id={Number(params.assetId)} loadHls={loadHls} />
}
