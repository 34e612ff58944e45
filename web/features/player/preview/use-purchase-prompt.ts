import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-schemas.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import type { Player } from '#web/features/player/core/player.ts'
import type { VideoRequest } from '#web/features/player/hooks/use-video.ts'
import type { Video } from '#contract/contents/playback.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { fetchVideo } from '#web/features/player/core/video-preload.ts'

/**
 * Purchase flow of a locked episode. A visitor logs in first; `?buy=`, as after a top-up, opens the purchase dialog.
 * After a purchase the video is requested again and plays.
 */
export function usePurchasePrompt(
  episode: Episode,
  request: VideoRequest,
  { openPurchase, openLogin }: Pick<PurchaseActions, 'openPurchase' | 'openLogin'>,
  reload: () => void,
  player: Player,
) {
  const [isPurchaseOpen, setIsPurchaseOpen] = useState(false)
  const [intent, setIntent] = useState<PurchaseIntent | null>(null)
  const [query] = useSearchParams()
  const { state } = useAuth()
  const problem = request.state === 'denied' ? request.problem : null
  const offers = problem?.purchase_options ?? null
  const isMember = problem?.code === 'purchase_required'

  // After login, here or in another tab, request the video again.
  const isLoginRequired = problem?.code === 'authentication_required'
  useEffect(() => {
    if (isLoginRequired && state === 'signed_in') reload()
  }, [isLoginRequired, state, reload])

  const requestedOffer = query.get('buy')
  const method = query.get('with') === 'point' ? 'point' : undefined
  useEffect(() => {
    setIntent(
      requestedOffer === '2' || requestedOffer === '3'
        ? { ownership_type: requestedOffer === '2' ? 2 : 3, method }
        : null,
    )
  }, [episode.id, requestedOffer, method])

  useEffect(() => {
    if (!intent || !offers || !isMember) return
    setIntent(null)
    setIsPurchaseOpen(true)
    const wasPlaying = !player.media.getState().paused
    void openPurchase(offers, intent.ownership_type, intent.method).then((isPurchased) => {
      setIsPurchaseOpen(false)
      if (isPurchased) reload()
      else if (wasPlaying) player.requests.play()
    })
  }, [intent, offers, isMember, openPurchase, reload, player])

  // Keep the preview paused while the purchase dialog is open.
  useEffect(() => {
    if (!isPurchaseOpen) return
    const keepPaused = () => void (player.media.getState().paused || player.requests.pause())
    keepPaused()
    return player.media.subscribe(keepPaused)
  }, [isPurchaseOpen, player])

  const selectOffer = useCallback(
    (ownership_type: OwnershipTypeId) => {
      setIntent({ ownership_type })
      if (isLoginRequired) void openLogin().then((isLoggedIn) => isLoggedIn || setIntent(null))
    },
    [isLoginRequired, openLogin],
  )
  return { offers, selectOffer, openLogin: isLoginRequired ? () => void openLogin() : null }
}

/** Returns the offer shown where there is room for one: purchase, else rental. */
export function primaryOffer(
  offers: PurchaseOffers,
): { ownership_type: OwnershipTypeId; price: number } | null {
  if (offers.price !== null) return { ownership_type: 3, price: offers.price }
  return offers.rental_price === null ? null : { ownership_type: 2, price: offers.rental_price }
}

/** Purchase and login functions of other areas, passed in by the route. */
export type PurchaseActions = {
  /** Lists all offers with their prices. */
  OfferList: ComponentType<{
    offers: PurchaseOffers
    returnPath: string
    onSelect: (ownership_type: OwnershipTypeId) => void
  }>
  /** Opens the purchase dialog; resolves with whether the episode was purchased. */
  openPurchase: (
    offers: PurchaseOffers,
    ownership_type: OwnershipTypeId,
    method?: PaymentMethod,
  ) => Promise<boolean>
  /** Opens the login dialog; resolves with whether the visitor logged in. */
  openLogin: () => Promise<boolean>
}

/** The offer that the user wants to buy. */
type PurchaseIntent = { ownership_type: OwnershipTypeId; method?: PaymentMethod | undefined }

/** Returns the preview of a locked episode as a video (D-42), null where there is none. */
export function toPreviewVideo(
  episode: Episode,
  { preview }: Pick<PurchaseOffers, 'preview'>,
): Video | null {
  return (
    preview && {
      ...preview,
      ...{ episode, resume_at: 0, storyboard: null, expires_at: episode.released_at ?? '' },
      markers: { opening: null, ending_start: null },
      // Nothing of the preview itself is paid.
      ...{ max_height: 0, preview_duration: null, rental: null },
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
