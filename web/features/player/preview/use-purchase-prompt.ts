import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-schemas.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import type { Player } from '#web/features/player/core/player.ts'
import type { VideoRequest } from '#web/features/player/hooks/use-video.ts'

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
  const requestedMethod = query.get('with')
  const method =
    requestedMethod === 'point' || requestedMethod === 'card' ? requestedMethod : undefined
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
