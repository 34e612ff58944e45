import { faqCategoryPath } from '#web/routing/account-paths.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import {
  useControlsState,
  useMediaState,
  useMediaRequests,
} from '#web/features/player/hooks/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { AgeCode, Descriptor } from '#contract/contents/contents.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { useEffect, useState } from 'react'

/** Play button over the picture before the first frame, where autoplay is blocked or off. */
export function PlayOverlay({ title }: { title: string }) {
  const requests = useMediaRequests()
  const isVisible = useMediaState(
    (state) =>
      state.source_loaded && state.paused && !state.has_played && !state.waiting && !state.error,
  )
  if (!isVisible) return null
  return (
    <button
      type="button"
      className="player-play-overlay"
      aria-label={playerMessages.play_overlay(title)}
      onClick={() => requests.play()}
    >
      <Icon name="play" className="size-10" />
    </button>
  )
}

/** Appears after 300 ms (`fade-in-delayed`), because shorter waits need no indicator. */
export function BufferingIndicator() {
  const waiting = useMediaState(
    (state) =>
      !state.error &&
      !state.held_for_play &&
      (state.waiting || state.seeking || !state.source_loaded),
  )
  if (!waiting) return null
  return (
    <div role="status" className="player-buffering fade-in-delayed">
      <Spinner className="size-12" />
      <span className="sr-only">{playerMessages.loading}</span>
    </div>
  )
}

/** Shows and announces the last change. */
export function ActionFeedback() {
  const feedback = useControlsState((controls) => controls.feedback)
  return (
    <div role="status" aria-live="polite" className="player-feedback">
      {feedback && <p key={feedback.id}>{feedback.text}</p>}
    </div>
  )
}

/** Shown for fatal playback errors. */
export function PlaybackErrorScreen({ onRetry }: { onRetry: () => void }) {
  const error = useMediaState((state) => state.error)
  if (!error) return null
  const { title, text } = playerMessages.error(error)
  return (
    <div role="alert" className="player-message-screen">
      <Icon name="warning" className="size-10 text-accent-bright" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-96 text-foreground-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {error !== 'unsupported' && (
          <Button variant="primary" icon="retry" onClick={onRetry}>
            {playerMessages.retry}
          </Button>
        )}
        <ButtonLink variant="on_image" to={faqCategoryPath('service')}>
          {playerMessages.help}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Visible time in ms; the law requires 3 s, and fading takes the rest. */
const ageRatingVisible_ms = 4500

/** Age rating and content descriptors, from the first frame on. Needs a new `key` for every video. */
export function AgeRatingNotice({
  code,
  descriptors,
}: {
  code: AgeCode
  descriptors: readonly Descriptor[]
}) {
  const hasPlayed = useMediaState((state) => state.has_played)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!hasPlayed) return
    const timer = setTimeout(() => setIsOver(true), ageRatingVisible_ms)
    return () => clearTimeout(timer)
  }, [hasPlayed])
  if (!hasPlayed || isOver) return null
  return (
    <div role="note" aria-label={playerMessages.age_rating} className="player-age-rating">
      <AgeRatingBadge code={code} className="player-age-rating-badge" />
      <div>
        <p className="font-bold" aria-hidden="true">
          {badgeMessages.age[code]}
        </p>
        {descriptors.length > 0 && <p>{descriptors.join(' · ')}</p>}
      </div>
    </div>
  )
}
