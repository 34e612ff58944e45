import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-constants.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { gestureMessages } from '#web/features/player/messages.ko.ts'
import { previewMessages } from '#web/features/billing/purchase/messages.ko.ts'
import { withRedirect } from '#web/routing/login-redirect.ts'
import { plansPath, videoPath } from '#web/routing/paths.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMediaState, usePlayer } from '#web/features/player/core/player-context.tsx'
import type { Sale } from './use-purchase-prompt.ts'
import { primaryOffer } from './use-purchase-prompt.ts'
import './preview.css'

export type PurchasePrompt = {
  offers: PurchaseOffers
  Ways: Sale['Ways']
  pick: (way: OwnershipTypeId) => void
  /** Null where he is in. */
  signIn: (() => void) | null
}

/** That this is the beginning alone, how much of it is left, and what opens the rest; over the playing preview. */
export function PreviewBanner({ episode, selling }: { episode: Episode; selling: PurchasePrompt }) {
  const left = useMediaState(({ duration, time }) => Math.max(0, Math.ceil(duration - time)))
  const known = useMediaState(({ loaded, duration }) => loaded && duration > 0)
  const first = primaryOffer(selling.offers)
  return (
    <div className="player-preview-banner">
      <p>
        <strong>{previewMessages.chip}</strong>
        {known && <span className="tabular-nums">{previewMessages.left(left)}</span>}
      </p>
      {first ? (
        <Button look="primary" onClick={() => selling.pick(first.way)}>
          {previewMessages.buy(first.price, first.way)}
        </Button>
      ) : (
        selling.offers.plans.length > 0 && (
          <ButtonLink look="primary" to={withRedirect(plansPath, videoPath(episode.id))}>
            {previewMessages.see_plans}
          </ButtonLink>
        )
      )}
    </div>
  )
}

/** After the preview, on its last picture: what opens the rest; among upright ones, those beside it too. */
export function PreviewEndScreen({
  episode,
  selling,
  goTo,
}: {
  episode: Episode
  selling: PurchasePrompt
  goTo: (episode: number, by: 'hand') => void
}) {
  const { player } = usePlayer()
  const screen = useRef<HTMLDivElement>(null)
  const { offers, Ways, pick, signIn } = selling
  const length = useMediaState(({ duration }) => offers.preview?.duration ?? duration)
  const beside = episode.episode_video_orientation === 'vertical' ? offers.preview : null

  // What had the focus, a control of the preview, has gone.
  useEffect(() => {
    if (document.activeElement === document.body) screen.current?.focus({ preventScroll: true })
  }, [])

  function replay() {
    player.wishes.seekTo(0)
    player.wishes.play()
  }
  return (
    <div ref={screen} tabIndex={-1} className="player-message-screen player-preview-end">
      <div role="status">
        <h2 className="text-xl md:text-2xl">{previewMessages.ended(length)}</h2>
        <p className="mt-1 text-foreground-muted">{previewMessages.ended_detail}</p>
      </div>
      <div className="mt-2 w-full max-w-2xl">
        <Ways offers={offers} returnPath={videoPath(episode.id)} onSelect={pick} />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        <Button look="quiet" icon="retry" onClick={replay}>
          {previewMessages.again}
        </Button>
        {beside?.previous_episode && (
          <Beside icon="up" episode={beside.previous_episode} goTo={goTo}>
            {gestureMessages.previous}
          </Beside>
        )}
        {beside?.next_episode && (
          <Beside icon="down" episode={beside.next_episode} goTo={goTo}>
            {gestureMessages.next}
          </Beside>
        )}
        {signIn && (
          <p className="text-sm text-foreground-muted">
            {previewMessages.signed_out}{' '}
            <button
              type="button"
              className="min-h-11 px-1 font-semibold text-accent-bright underline underline-offset-4"
              onClick={signIn}
            >
              {previewMessages.sign_in}
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

function Beside({
  icon,
  episode,
  goTo,
  children,
}: {
  icon: 'up' | 'down'
  episode: Episode
  goTo: (episode: number, by: 'hand') => void
  children: ReactNode
}) {
  return (
    <Button look="quiet" icon={icon} onClick={() => goTo(episode.id, 'hand')}>
      {children}
    </Button>
  )
}
