import { faqCategoryPath } from '#web/routing/paths.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import {
  useControlsState,
  useMediaState,
  useMediaRequests,
} from '#web/features/player/core/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { AgeCode, Descriptor } from '#contract/contents/contents.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { useEffect, useState } from 'react'

/** The big button before the first frame, where the browser or the viewer wants a press. */
export function PlayOverlay({ title }: { title: string }) {
  const wishes = useMediaRequests()
  const offered = useMediaState(
    (facts) => facts.loaded && facts.paused && !facts.started && !facts.waiting && !facts.failure,
  )
  if (!offered) return null
  return (
    <button
      type="button"
      className="player-play-overlay"
      aria-label={playerMessages.big_play(title)}
      onClick={() => wishes.play()}
    >
      <Icon name="play" className="size-10" />
    </button>
  )
}

/** Turns after 300 ms of waiting: a shorter wait is better not noticed. */
export function BufferingIndicator() {
  const waiting = useMediaState(
    (facts) =>
      !facts.failure && !facts.held_for_play && (facts.waiting || facts.seeking || !facts.loaded),
  )
  if (!waiting) return null
  return (
    <div role="status" className="player-buffering fade-in-delayed">
      <Spinner className="size-12" />
      <span className="sr-only">{playerMessages.loading}</span>
    </div>
  )
}

/** What just changed, in a word; read out as it is shown. */
export function ActionFeedback() {
  const notice = useControlsState((chrome) => chrome.notice)
  return (
    <div role="status" aria-live="polite" className="player-feedback">
      {notice && <p key={notice.id}>{notice.text}</p>}
    </div>
  )
}

/** Playing stopped and does not come back by itself. */
export function PlaybackErrorScreen({ onRetry }: { onRetry: () => void }) {
  const failure = useMediaState((facts) => facts.failure)
  if (!failure) return null
  const { title, text } = playerMessages.failure(failure)
  return (
    <div role="alert" className="player-message-screen">
      <Icon name="warning" className="size-10 text-accent-bright" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-96 text-foreground-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-2.5">
        {failure !== 'unsupported' && (
          <Button look="primary" icon="retry" onClick={onRetry}>
            {playerMessages.retry}
          </Button>
        )}
        <ButtonLink look="glass" to={faqCategoryPath('service')}>
          {playerMessages.help}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Milliseconds; the law wants 3 s (D-33), fading is beyond it. */
const shownFor = 4500

/** Age rating and what it is for, from the first frame on. Given a new `key` for every film. */
export function AgeRatingNotice({
  code,
  descriptors,
}: {
  code: AgeCode
  descriptors: readonly Descriptor[]
}) {
  const started = useMediaState((facts) => facts.started)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), shownFor)
    return () => clearTimeout(timer)
  }, [started])
  if (!started || over) return null
  return (
    <div role="note" aria-label={playerMessages.rating_card} className="player-age-rating">
      <AgeRatingBadge code={code} className="player-age-rating-badge" />
      <div>
        <p className="font-bold" aria-hidden="true">
          {badgeMessages.age[code]}
        </p>
        {descriptors.length > 0 && (
          <p className="text-foreground-muted">{descriptors.join(' · ')}</p>
        )}
      </div>
    </div>
  )
}
