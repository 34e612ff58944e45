import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { ApiError } from '#web/api/client.ts'
import { fetchVideo } from '#web/features/player/core/video-preload.ts'

/** The free beginning of a locked episode, as a film of its own (D-42); null where there is none. */
export function toPreviewVideo(
  episode: Episode,
  { preview }: Pick<PurchaseOffers, 'preview'>,
): Video | null {
  return (
    preview && {
      ...preview,
      ...{ episode, resume_at: 0, storyboard: null, expires_at: episode.released_at ?? '' },
      markers: { opening: null, ending_start: null },
      // All of it is free.
      ...{ max_height: 0, preview_duration: null },
    }
  )
}

/** A fresh address of the preview; rejects where there is none any more. */
export async function refreshPreviewUrl(
  id: number,
): Promise<Pick<Video, 'manifest_url' | 'preview_duration'>> {
  try {
    // Opened meanwhile, perhaps in another tab.
    return await fetchVideo(id)
  } catch (error) {
    const preview = error instanceof ApiError ? error.problem.purchase_options?.preview : null
    if (!preview) throw error
    return { manifest_url: preview.manifest_url, preview_duration: null }
  }
}

/** How far previews were seen, by episode: what is bought goes on from there. */
const key = 'hanpyeon.previewed'

export function savePreviewPosition(id: number, seconds: number): void {
  try {
    sessionStorage.setItem(key, `${id}:${Math.floor(seconds)}`)
  } catch {
    // Then it begins at its beginning.
  }
}

/** Seconds from which a film goes on whose preview was seen in this tab; once, and 0 where none was. */
export function takePreviewPosition(id: number): number {
  try {
    const [episode, seconds] = (sessionStorage.getItem(key) ?? '').split(':')
    if (Number(episode) !== id) return 0
    sessionStorage.removeItem(key)
    return Math.max(0, Number(seconds) - 1) || 0
  } catch {
    return 0
  }
}
