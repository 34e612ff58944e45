import { touchCopy } from '#web/features/player/messages.ko.ts'
import type { Episode } from '#contract/contents/contents.ts'
import { won } from '#web/lib/format.ts'
import { buyingPath, videoPath } from '#web/routing/paths.ts'
import { OfferBadges } from '#web/features/catalog/cards/content-badges.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Picture } from '#web/ui/base/responsive-image.tsx'
import { copy } from '#web/features/player/messages.ko.ts'

/** A neighbour one swiped to that is locked: what it is and what it costs, over the film that goes on. */
export function LockedOffer({
  episode,
  isNext,
  onCancel,
}: {
  episode: Episode
  isNext: boolean
  onCancel: () => void
}) {
  const label = isNext ? touchCopy.next : touchCopy.previous
  return (
    <section className="player-next" aria-label={label}>
      <Picture
        url={episode.thumbnail_url}
        kind="thumbnail"
        color={episode.thumbnail_color}
        sizes="160px"
        className="player-next-picture"
      />
      <div className="min-w-0" role="status">
        <p className="text-xs text-paper-2">{label}</p>
        <p className="line-clamp-2 font-semibold">
          {`${copy.episode_number(episode.number)} ${episode.title}`}
        </p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          <OfferBadges episode={episode} />
        </p>
      </div>
      <div className="player-next-verbs">
        <ButtonLink
          look="primary"
          to={episode.price > 0 ? buyingPath(episode.id, 3) : videoPath(episode.id)}
        >
          {episode.price > 0 ? copy.next_price(won(episode.price)) : touchCopy.see}
        </ButtonLink>
        <Button look="glass" onClick={onCancel}>
          {copy.next_cancel}
        </Button>
      </div>
    </section>
  )
}
