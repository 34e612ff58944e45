import type { Video } from '#contract/contents/playback.ts'
import { formatWon } from '#web/lib/format.ts'
import { useMemberSeries } from '#web/session/member-series.ts'
import { purchasePath, videoPath } from '#web/routing/paths.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { useEffect, useRef, useState } from 'react'
import { usePlayer } from '#web/features/player/core/player-context.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'
import { nextCardStart, countdownSeconds, nextEpisodeCardState } from './next-episode.ts'
import { canPlayEpisode } from '#web/session/episode-access.ts'

/**
 * The next episode, 10 s before the end or at the ending (D-43): counts down in film time, so a pause stops
 * it. One that is locked for who is here shows its price and waits. `untouched` is how many episodes have gone by without a press.
 */
export function NextEpisodeCard({
  video,
  untouched,
  goTo,
}: {
  video: Video
  untouched: boolean
  goTo: (episode: number, by: 'hand' | 'itself') => void
}) {
  const { next_episode: next, duration, markers } = video
  /** Once it asks it waits for its answer: the press that gives it must not start the countdown first. */
  const asking = useRef(false)
  const { player } = usePlayer()
  // Of a free one nobody needs to be asked; what was bought meanwhile is known with the next film.
  const side = useMemberSeries(next && !next.is_free ? next.series.id : null)
  const open = next !== null && canPlayEpisode(next, side)
  const [cancelled, setCancelled] = useState(false)
  // A word for what is shown, so that this renders once a second and not with every tick of the clock.
  const [state, setState] = useState('before')

  useEffect(() => {
    let appeared_at: number | null = null
    function look() {
      const { time, ended, started } = player.facts.get()
      if (!started || (!ended && time < nextCardStart(duration, markers))) {
        appeared_at = null
        asking.current = false
        setState('before')
        // Back in the film: at the ending it is offered again.
        setCancelled(false)
        return
      }
      appeared_at ??= time
      if (untouched) asking.current = true
      const waits = !open || asking.current
      const card = nextEpisodeCardState({
        time,
        duration,
        ended,
        markers,
        appeared_at,
        cancelled,
        waits,
      })
      if (!card.shown) setState('cancelled')
      else setState(card.go ? 'go' : String(card.seconds_left ?? 'waits'))
    }
    look()
    return player.facts.subscribe(look)
  }, [player, duration, markers, cancelled, open, untouched])
  useEffect(() => {
    if (state === 'go' && next) goTo(next.id, 'itself')
  }, [state, next, goTo])

  if (!next || state === 'before' || state === 'cancelled') return null
  const left = Number(state)
  const counts = Number.isFinite(left)
  const name = next.series.is_series
    ? `${playerMessages.episode_number(next.number)} ${next.title}`
    : next.title
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
          {counts
            ? playerMessages.next_in(left)
            : open
              ? playerMessages.still_there
              : playerMessages.next_episode}
        </p>
        <p className="line-clamp-2 font-semibold">{name}</p>
        {!open && (
          <p className="mt-1 flex flex-wrap gap-1.5">
            <PriceBadges episode={next} />
          </p>
        )}
      </div>
      {counts && (
        <span aria-hidden="true" className="player-next-card-countdown">
          <i style={{ scale: `${1 - left / countdownSeconds} 1` }} />
        </span>
      )}
      <div className="player-next-card-actions">
        {open ? (
          <Button look="primary" icon="play" onClick={() => goTo(next.id, 'hand')}>
            {counts ? playerMessages.next_play : playerMessages.still_there_go}
          </Button>
        ) : (
          <ButtonLink
            look="primary"
            to={next.price > 0 ? purchasePath(next.id, 3) : videoPath(next.id)}
          >
            {next.price > 0
              ? playerMessages.next_price(formatWon(next.price))
              : playerMessages.next_see}
          </ButtonLink>
        )}
        <Button look="glass" onClick={() => setCancelled(true)}>
          {playerMessages.next_cancel}
        </Button>
      </div>
    </section>
  )
}
