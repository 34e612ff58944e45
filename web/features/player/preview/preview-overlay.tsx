import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-schemas.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { gestureMessages } from '#web/features/player/messages.ko.ts'
import { previewMessages } from '#web/features/billing/purchase/messages.ko.ts'
import { plansPath } from '#web/routing/account-paths.ts'
import { withRedirect } from '#web/routing/paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMediaState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { useReturnPath } from '#web/features/player/hooks/use-return-path.ts'
import { cheapestOffer } from '#web/features/catalog/cards/cheapest-offer.ts'
import type { PurchaseActions } from './use-purchase-prompt.ts'
import './preview.css'

export type PurchasePrompt = {
  offers: PurchaseOffers
  OfferList: PurchaseActions['OfferList']
  selectOffer: (ownership_type: OwnershipTypeId) => void
  /** Null for members. */
  openLogin: (() => void) | null
}

/** Shown over a playing preview: remaining seconds and the cheapest offer. */
export function PreviewBanner({ prompt }: { prompt: PurchasePrompt }) {
  const secondsLeft = useMediaState(({ duration, current_time }) =>
    Math.max(0, Math.ceil(duration - current_time)),
  )
  const isLoaded = useMediaState(({ source_loaded, duration }) => source_loaded && duration > 0)
  const isChild = useIsChild()
  const returnPath = useReturnPath()
  const offer = cheapestOffer(prompt.offers)
  return (
    <div className="player-preview-banner">
      <p>
        <strong>{previewMessages.chip}</strong>
        {isLoaded && <span className="tabular-nums">{previewMessages.left(secondsLeft)}</span>}
      </p>
      {isChild ? null : offer ? (
        <Button variant="primary" onClick={() => prompt.selectOffer(offer.ownership_type)}>
          {previewMessages.buy(offer.price, offer.ownership_type)}
        </Button>
      ) : (
        prompt.offers.plans.length > 0 && (
          <ButtonLink variant="primary" to={withRedirect(plansPath, returnPath)}>
            {previewMessages.see_plans}
          </ButtonLink>
        )
      )}
    </div>
  )
}

/** Shown over the last frame of a preview: offers, replay, and adjacent episodes of a vertical video. */
export function PreviewEndScreen({
  episode,
  prompt,
  goTo,
}: {
  episode: Episode
  prompt: PurchasePrompt
  goTo: (episode: number, trigger: 'user') => void
}) {
  const { player } = usePlayer()
  const screen = useRef<HTMLDivElement>(null)
  const returnPath = useReturnPath()
  const { offers, OfferList, selectOffer, openLogin } = prompt
  const duration_s = useMediaState(({ duration }) => offers.preview?.duration ?? duration)
  const adjacent = episode.episode_video_orientation === 'vertical' ? offers.preview : null

  // The control of the preview that had focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true })
  }, [])

  function replay() {
    player.requests.seekTo(0)
    player.requests.play()
  }
  return (
    <div ref={screen} tabIndex={-1} className="player-message-screen player-preview-end">
      <div role="status">
        <h2 className="text-xl md:text-2xl">{previewMessages.ended(duration_s)}</h2>
        <p className="mt-1 text-foreground-muted">{previewMessages.ended_detail}</p>
      </div>
      <div className="mt-2 w-full max-w-2xl">
        <OfferList offers={offers} returnPath={returnPath} onSelect={selectOffer} />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        <Button variant="ghost" icon="retry" onClick={replay}>
          {previewMessages.again}
        </Button>
        {adjacent?.previous_episode && (
          <AdjacentEpisodeButton icon="chevron_up" episode={adjacent.previous_episode} goTo={goTo}>
            {gestureMessages.previous}
          </AdjacentEpisodeButton>
        )}
        {adjacent?.next_episode && (
          <AdjacentEpisodeButton icon="chevron_down" episode={adjacent.next_episode} goTo={goTo}>
            {gestureMessages.next}
          </AdjacentEpisodeButton>
        )}
        {openLogin && (
          <p className="text-sm text-foreground-muted">
            {previewMessages.signed_out}{' '}
            <button
              type="button"
              className="min-h-11 px-1 font-semibold text-accent-bright underline underline-offset-4"
              onClick={openLogin}
            >
              {previewMessages.sign_in}
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

function AdjacentEpisodeButton({
  icon,
  episode,
  goTo,
  children,
}: {
  icon: 'chevron_up' | 'chevron_down'
  episode: Episode
  goTo: (episode: number, trigger: 'user') => void
  children: ReactNode
}) {
  return (
    <Button variant="ghost" icon={icon} onClick={() => goTo(episode.id, 'user')}>
      {children}
    </Button>
  )
}
