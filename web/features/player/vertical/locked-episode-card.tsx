import { gestureMessages, playerMessages } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { formatWon } from '#web/lib/format.ts'
import { purchasePath, videoPath } from '#web/routing/paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { PriceBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'

/** Shows a locked adjacent episode and its price after a swipe, over the current video. */
export function LockedEpisodeCard({
  episode,
  isNext,
  onCancel,
  onNextWork,
}: {
  episode: Episode
  isNext: boolean
  onCancel: () => void
  /** Goes on with the next work instead. */
  onNextWork?: () => void
}) {
  const label = isNext ? gestureMessages.next : gestureMessages.previous
  const isChild = useIsChild()
  const isSold = episode.price > 0 && !isChild
  return (
    <section className="player-next-card" aria-label={label}>
      <ResponsiveImage
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        sizes="160px"
        className="player-next-card-image"
      />
      <div className="min-w-0" role="status">
        <p className="text-xs text-foreground-muted">{label}</p>
        <p className="line-clamp-2 font-semibold">
          {`${playerMessages.episode_number(episode.number)} ${episode.title}`}
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <PriceBadges episode={episode} />
        </p>
      </div>
      <div className="player-next-card-actions">
        <ButtonLink
          variant="primary"
          {...(onNextWork && isNext && { className: 'col-span-full' })}
          to={isSold ? purchasePath(episode.id, 3) : videoPath(episode.id)}
        >
          {isSold ? playerMessages.next_purchase(formatWon(episode.price)) : gestureMessages.open}
        </ButtonLink>
        {onNextWork && isNext && (
          <Button variant="overlay" onClick={onNextWork}>
            {gestureMessages.next_work}
          </Button>
        )}
        <Button variant="overlay" onClick={onCancel}>
          {playerMessages.next_cancel}
        </Button>
      </div>
    </section>
  )
}
