import type { Video, Markers } from '#contract/playback/playback.ts'
import { canPlayEpisode, useMemberSeries } from '#web/session/use-member-content.ts'
import { useAuth, useIsChild } from '#web/session/auth-store.ts'
import { cheapestOffer } from '#web/features/catalog/cards/cheapest-offer.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { useEffect, useRef, useState } from 'react'
import { useMediaState, usePlayer } from '#web/features/player/hooks/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { formatWon } from '#web/lib/format.ts'
import { videoPath } from '#web/routing/paths.ts'
import { purchasePath } from '#web/routing/account-paths.ts'

/** Countdown in seconds of media time before the next episode starts. */
const countdown_s = 10

/** Share of a short film that the card may cover. */
const maxShare = 0.15

/**
 * Returns when the card appears, in seconds: at the ending, which it never precedes; without one 10 s before the end, or
 * 15 % of a shorter film.
 */
export function nextCardStart(duration: number, { ending_start }: Markers): number {
  return ending_start ?? duration - Math.min(countdown_s, duration * maxShare)
}

type NextEpisodeCardState =
  | { is_shown: false }
  /** `seconds_left` is null while the card waits for a click. */
  | { is_shown: true; seconds_left: number | null; should_play: boolean }

/**
 * Returns the card's state. `appeared_at` is the media time at which it was first visible (null before), so that a
 * seek into the ending still gets the full countdown. A locked episode, or the still-watching prompt, never starts on
 * its own.
 */
export function nextEpisodeCardState(now: {
  time: number
  duration: number
  ended: boolean
  markers: Markers
  appeared_at: number | null
  is_cancelled: boolean
  is_waiting: boolean
}): NextEpisodeCardState {
  if (now.duration === 0) return { is_shown: false }
  const isDue = now.ended || now.time >= nextCardStart(now.duration, now.markers)
  if (!isDue || now.is_cancelled) return { is_shown: false }
  if (now.is_waiting) return { is_shown: true, seconds_left: null, should_play: false }
  const appearedAt = now.appeared_at ?? now.time
  const countdownEnd = Math.min(appearedAt + countdown_s, now.duration)
  const seconds_left = now.ended ? 0 : Math.max(0, Math.ceil(countdownEnd - now.time))
  return { is_shown: true, seconds_left, should_play: seconds_left === 0 }
}

/** The still-watching prompt appears after this many autoplayed episodes. */
const maxAutoplayed = 3

/** Counts autoplayed episodes since the last user interaction, after one more started. */
export function countAutoplayed(count: number, trigger: 'user' | 'autoplay'): number {
  return trigger === 'user' ? 0 : count + 1
}

/** Whether 아직 시청 중이신가요? appears before the next episode. */
export function shouldAskStillWatching(count: number): boolean {
  return count >= maxAutoplayed
}

/** Calls back on any click or key anywhere on the page. */
export function useUserInteraction(onInteraction: () => void): void {
  useEffect(() => {
    addEventListener('pointerdown', onInteraction)
    addEventListener('keydown', onInteraction)
    return () => {
      removeEventListener('pointerdown', onInteraction)
      removeEventListener('keydown', onInteraction)
    }
  }, [onInteraction])
}

/**
 * The state of the card as a string, so that it is rendered once a second instead of with every `timeupdate`: `before`,
 * `cancelled`, `go`, `waits`, or the seconds left.
 * @param options.mayStart whether the next episode may start by itself.
 */
function useCardState(
  { duration, markers }: Video,
  { mayStart, askStillWatching }: { mayStart: boolean; askStillWatching: boolean },
) {
  /** Once it asks, it waits for an answer: the click that answers must not start the countdown. */
  const isAsking = useRef(false)
  const { player } = usePlayer()
  const [isCancelled, setIsCancelled] = useState(false)
  const [state, setState] = useState('before')

  useEffect(() => {
    let appearedAt: number | null = null
    function update() {
      const { current_time, ended, has_played } = player.media.getState()
      if (!has_played || (!ended && current_time < nextCardStart(duration, markers))) {
        appearedAt = null
        isAsking.current = false
        setState('before')
        // After a seek back, the card is offered again at the ending.
        setIsCancelled(false)
        return
      }
      appearedAt ??= current_time
      if (askStillWatching) isAsking.current = true
      const isWaiting = !mayStart || isAsking.current
      const card = nextEpisodeCardState({
        time: current_time,
        duration,
        ended,
        markers,
        appeared_at: appearedAt,
        is_cancelled: isCancelled,
        is_waiting: isWaiting,
      })
      if (!card.is_shown) setState('cancelled')
      else setState(card.should_play ? 'go' : String(card.seconds_left ?? 'waits'))
    }
    update()
    return player.media.subscribe(update)
  }, [player, duration, markers, isCancelled, mayStart, askStillWatching])
  return { state, cancel: () => setIsCancelled(true) }
}

/**
 * Offers the next episode at the ending or shortly before the end. The countdown runs in media time, so a pause
 * stops it. A locked episode shows its price and never starts on its own.
 * @param askStillWatching asks 아직 시청 중이신가요? instead of counting down.
 */
export function NextEpisodeCard({
  video,
  askStillWatching,
  goTo,
}: {
  video: Video
  askStillWatching: boolean
  goTo: (episode: number, trigger: 'user' | 'autoplay') => void
}) {
  const { next_episode: next } = video
  // Free episodes need no access check.
  const memberSeries = useMemberSeries(next && !next.is_free ? next.series.id : null)
  const isPlayable = next !== null && canPlayEpisode(next, memberSeries)
  const { profile } = useAuth().user
  // Never starts by itself if autoplay is off in the profile.
  const isAutoplayOff = profile?.autoplay === false
  const hasEnded = useMediaState((media) => media.ended)
  const mayStart = isPlayable && !isAutoplayOff
  const { state, cancel } = useCardState(video, { mayStart, askStillWatching })
  useEffect(() => {
    if (state === 'go' && next) goTo(next.id, 'autoplay')
  }, [state, next, goTo])

  // After the last frame `EndScreen` offers it.
  if (!next || hasEnded || state === 'before' || state === 'cancelled') return null
  const secondsLeft = Number(state)
  const isCountingDown = Number.isFinite(secondsLeft)
  return (
    <section className="player-next-card" aria-label={playerMessages.next_episode}>
      <ResponsiveImage
        url={next.thumbnail_url}
        kind="thumbnail"
        color={next.thumbnail_color}
        sizes="160px"
        className="player-next-card-image"
      />
      <div className="min-w-0">
        <p className="text-xs text-foreground-muted">
          {isCountingDown
            ? playerMessages.next_countdown(secondsLeft)
            : mayStart
              ? playerMessages.still_watching
              : playerMessages.next_episode}
        </p>
        <p className="line-clamp-2 font-semibold">{nextEpisodeName(next, video)}</p>
        {!isPlayable && (
          <p className="mt-1 flex flex-wrap gap-2">
            <PriceBadges episode={next} />
          </p>
        )}
      </div>
      {isCountingDown && (
        <span aria-hidden="true" className="player-next-card-countdown">
          <i style={{ scale: `${1 - secondsLeft / countdown_s} 1` }} />
        </span>
      )}
      <div className="player-next-card-actions">
        <NextEpisodeButton
          next={next}
          isPlayable={isPlayable}
          label={
            isCountingDown || isAutoplayOff
              ? playerMessages.next_play
              : playerMessages.still_watching_confirm
          }
          onPlay={() => goTo(next.id, 'user')}
        />
        <Button variant="on_image" onClick={cancel}>
          {playerMessages.next_cancel}
        </Button>
      </div>
    </section>
  )
}

/** `2화 바다 냄새`, or with the work if it is another one. */
export function nextEpisodeName(next: Episode, { episode }: Pick<Video, 'episode'>): string {
  const { series } = next
  if (!series.is_series) return series.title
  const name = `${playerMessages.episode_number(next.number)} ${next.title}`
  return series.id === episode.series.id ? name : `${series.title} ${name}`
}

/** Plays the next episode, or leads to its cheapest offer. */
export function NextEpisodeButton({
  next,
  isPlayable,
  label,
  onPlay,
}: {
  next: Episode
  isPlayable: boolean
  /** Text of the button that plays it. */
  label: string
  onPlay: () => void
}) {
  if (isPlayable)
    return (
      <Button variant="primary" icon="play" onClick={onPlay}>
        {label}
      </Button>
    )
  return <LockedEpisodeLink episode={next}>{playerMessages.next_open}</LockedEpisodeLink>
}

/**
 * Leads to the cheapest offer of a locked episode, which is its label.
 * @param children the label if it is not sold singly.
 */
export function LockedEpisodeLink({
  episode: { id, ...prices },
  className,
  children,
}: {
  episode: Pick<Episode, 'id' | 'price' | 'rental_price'>
  className?: string
  children: string
}) {
  const isChild = useIsChild()
  const offer = isChild ? null : cheapestOffer(prices)
  return (
    <ButtonLink
      variant="primary"
      className={className}
      to={offer ? purchasePath(id, offer.ownership_type) : videoPath(id)}
    >
      {offer
        ? playerMessages.next_purchase[offer.ownership_type](formatWon(offer.price))
        : children}
    </ButtonLink>
  )
}
