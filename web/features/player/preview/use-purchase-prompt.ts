import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId, PaymentMethod } from '#contract/transactions/payment-constants.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useCallback, useEffect, useState, type ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import type { Player } from '#web/features/player/core/player.ts'
import type { VideoRequest } from '#web/features/player/core/use-video.ts'

/**
 * Buying on the page of a locked film: a visitor signs in first and goes on from there; whoever comes with `?buy=`, as
 * from topping up, finds the sheet open. What was bought is asked for again, and plays.
 */
export function usePurchasePrompt(
  episode: Episode,
  reading: VideoRequest,
  { buy, signIn }: Pick<Sale, 'buy' | 'signIn'>,
  again: () => void,
  player: Player,
) {
  const [selling, setSelling] = useState(false)
  const [wish, setWish] = useState<PurchaseIntent | null>(null)
  const [query] = useSearchParams()
  const { state } = useAuth()
  const problem = reading.state === 'refused' ? reading.problem : null
  const offers =
    problem?.purchase_options && isPurchasable(episode, problem.purchase_options)
      ? problem.purchase_options
      : null
  const isMember = problem?.code === 'purchase_required'

  // Whoever came in, here or in another tab, sees what he wanted to see.
  const isShut = problem?.code === 'authentication_required'
  useEffect(() => {
    if (isShut && state === 'signed_in') again()
  }, [isShut, state, again])

  const asked = query.get('buy')
  const method = query.get('with') === 'point' ? 'point' : undefined
  useEffect(() => {
    setWish(asked === '2' || asked === '3' ? { way: asked === '2' ? 2 : 3, method } : null)
  }, [episode.id, asked, method])

  useEffect(() => {
    if (!wish || !offers || !isMember) return
    setWish(null)
    setSelling(true)
    const played = !player.facts.get().paused
    void buy(offers, wish.way, wish.method).then((bought) => {
      setSelling(false)
      if (bought) again()
      else if (played) player.wishes.play()
    })
  }, [wish, offers, isMember, buy, again, player])

  // Nobody buys while the preview goes on behind, or begins.
  useEffect(() => {
    if (!selling) return
    const hold = () => void (player.facts.get().paused || player.wishes.pause())
    hold()
    return player.facts.subscribe(hold)
  }, [selling, player])

  const pick = useCallback(
    (way: OwnershipTypeId) => {
      setWish({ way })
      if (isShut) void signIn().then((came) => came || setWish(null))
    },
    [isShut, signIn],
  )
  return { offers, pick, signIn: isShut ? () => void signIn() : null }
}

/** Nobody is asked to pay for a film that is not there yet: the order would be refused. */
export const isPurchasable = (
  { video_state }: Pick<Episode, 'video_state'>,
  offers: PurchaseOffers,
): boolean => video_state === 'ready' || offers.preview !== null

/** What is named first where there is room for one: to own it, else to rent it. */
export function primaryOffer(
  offers: PurchaseOffers,
): { way: OwnershipTypeId; price: number } | null {
  if (offers.price !== null) return { way: 3, price: offers.price }
  return offers.rental_price === null ? null : { way: 2, price: offers.rental_price }
}

/** What sells the episode that does not play, from the feature that knows how. */
export type Sale = {
  /** Every way there is, with its price. */
  Ways: ComponentType<{
    offers: PurchaseOffers
    returnPath: string
    onSelect: (ownershipType: OwnershipTypeId) => void
  }>
  /** Opens what one buys with. @returns whether it is his now */
  buy: (offers: PurchaseOffers, way: OwnershipTypeId, method?: PaymentMethod) => Promise<boolean>
  /** Asks a visitor in. @returns whether he came */
  signIn: () => Promise<boolean>
}

/** What somebody set out to buy. */
type PurchaseIntent = { way: OwnershipTypeId; method?: PaymentMethod | undefined }
