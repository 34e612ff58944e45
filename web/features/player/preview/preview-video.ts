import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/playback/playback.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { fetchVideo } from '#web/features/player/core/video-preload.ts'

/** Returns the preview of a locked episode as a video (decisions/0028-free-preview), null where there is none. */
export function toPreviewVideo(
  episode: Episode,
  { preview }: Pick<PurchaseOffers, 'preview'>,
): Video | null {
  return (
    preview && {
      ...preview,
      episode,
      resume_at: 0,
      storyboard: null,
      expires_at: episode.released_at ?? '',
      next_opens_at: null,
      markers: { opening: null, ending_start: null },
      // Nothing of the preview itself is paid.
      max_height: 0,
      preview_duration: null,
      rental: null,
    }
  )
}

/** Fetches a new manifest URL of the preview. @throws ApiError where there is no preview any more */
export async function refreshPreviewUrl(
  id: number,
): Promise<Pick<Video, 'manifest_url' | 'preview_duration'>> {
  try {
    // The episode may be unlocked by now, perhaps in another tab.
    return await fetchVideo(id)
  } catch (error) {
    const preview = error instanceof ApiError ? error.problem.purchase_options?.preview : null
    if (!preview) throw error
    return { manifest_url: preview.manifest_url, preview_duration: null }
  }
}

/** Session storage key of the last preview position, from which the purchased episode resumes. */
const storageKey = 'hanpyeon.preview-position'

export function savePreviewPosition(id: number, seconds: number): void {
  sessionStore.setItem(storageKey, `${id}:${Math.floor(seconds)}`)
}

/** Returns and removes the position in seconds of a preview watched in this tab, 0 where there is none. */
export function takePreviewPosition(id: number): number {
  const [episode, seconds] = (sessionStore.getItem(storageKey) ?? '').split(':')
  if (Number(episode) !== id) return 0
  sessionStore.removeItem(storageKey)
  return Math.max(0, Number(seconds) - 1) || 0
}
