import { categoryFaqsPath } from '#web/routing/paths.ts'
import { Button, ButtonLink, Turning } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useChrome, useFact, useWishes } from '#web/features/player/core/player-context.tsx'
import { copy } from '#web/features/player/messages.ko.ts'
import type { AgeCode, Descriptor } from '#contract/contents/contents.ts'
import { badgeCopy } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { useEffect, useState } from 'react'

/** The big button before the first frame, where the browser or the viewer wants a press. */
export function BigPlay({ title }: { title: string }) {
  const wishes = useWishes()
  const offered = useFact(
    (facts) => facts.loaded && facts.paused && !facts.started && !facts.waiting && !facts.failure,
  )
  if (!offered) return null
  return (
    <button
      type="button"
      className="player-big-play"
      aria-label={copy.big_play(title)}
      onClick={() => wishes.play()}
    >
      <Icon name="play" className="size-10" />
    </button>
  )
}

/** Turns after 300 ms of waiting: a shorter wait is better not noticed. */
export function Buffering() {
  const waiting = useFact(
    (facts) =>
      !facts.failure && !facts.held_for_play && (facts.waiting || facts.seeking || !facts.loaded),
  )
  if (!waiting) return null
  return (
    <div role="status" className="player-buffering appear-late">
      <Turning className="size-12" />
      <span className="sr-only">{copy.loading}</span>
    </div>
  )
}

/** What just changed, in a word; read out as it is shown. */
export function Notice() {
  const notice = useChrome((chrome) => chrome.notice)
  return (
    <div role="status" aria-live="polite" className="player-notice">
      {notice && <p key={notice.id}>{notice.text}</p>}
    </div>
  )
}

/** Playing stopped and does not come back by itself. */
export function FailureScreen({ onRetry }: { onRetry: () => void }) {
  const failure = useFact((facts) => facts.failure)
  if (!failure) return null
  const { title, text } = copy.failure(failure)
  return (
    <div role="alert" className="player-failure">
      <Icon name="warning" className="size-10 text-gam-bright" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-96 text-paper-2">{text}</p>
      <div className="flex flex-wrap justify-center gap-2.5">
        {failure !== 'unsupported' && (
          <Button look="primary" icon="retry" onClick={onRetry}>
            {copy.retry}
          </Button>
        )}
        <ButtonLink look="glass" to={categoryFaqsPath('service')}>
          {copy.help}
        </ButtonLink>
      </div>
    </div>
  )
}

/** Milliseconds; the law wants 3 s (D-33), fading is beyond it. */
const shownFor = 4500

/** Age rating and what it is for, from the first frame on. Given a new `key` for every film. */
export function RatingCard({
  code,
  descriptors,
}: {
  code: AgeCode
  descriptors: readonly Descriptor[]
}) {
  const started = useFact((facts) => facts.started)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), shownFor)
    return () => clearTimeout(timer)
  }, [started])
  if (!started || over) return null
  return (
    <div role="note" aria-label={copy.rating_card} className="player-rating">
      <AgeBadge code={code} className="player-rating-badge" />
      <div>
        <p className="font-bold" aria-hidden="true">
          {badgeCopy.age[code]}
        </p>
        {descriptors.length > 0 && <p className="text-paper-2">{descriptors.join(' · ')}</p>}
      </div>
    </div>
  )
}
