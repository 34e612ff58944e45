import type { Episode } from '#contract/contents/contents.ts'
import type { Video } from '#contract/contents/playback.ts'
import { formatWon } from '#web/lib/format.ts'
import { purchasePath, videoPath } from '#web/routing/paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { playerMessages } from '#web/features/player/messages.ko.ts'

/** `2화 바다 냄새`, or with the work if it is another one. */
export function nextEpisodeName(next: Episode, { episode }: Pick<Video, 'episode'>): string {
  const { series } = next
  if (!series.is_series) return series.title
  const name = `${playerMessages.episode_number(next.number)} ${next.title}`
  return series.id === episode.series.id ? name : `${series.title} ${name}`
}

/** Plays the next episode, or leads to its purchase. */
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
  const isChild = useIsChild()
  const isSold = next.price > 0 && !isChild
  if (isPlayable)
    return (
      <Button variant="primary" icon="play" onClick={onPlay}>
        {label}
      </Button>
    )
  return (
    <ButtonLink variant="primary" to={isSold ? purchasePath(next.id, 3) : videoPath(next.id)}>
      {isSold ? playerMessages.next_purchase(formatWon(next.price)) : playerMessages.next_open}
    </ButtonLink>
  )
}
