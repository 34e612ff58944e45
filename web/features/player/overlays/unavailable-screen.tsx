import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-constants.ts'
import type { Problem } from '#contract/problem.ts'
import { loginPathFor, withRedirect } from '#web/routing/login-redirect.ts'
import {
  faqCategoryPath,
  homePath,
  profilePath,
  seriesPath,
  videoPath,
} from '#web/routing/paths.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { playerMessages, unavailableMessages } from '#web/features/player/messages.ko.ts'
import type { Sale } from '#web/features/player/preview/use-purchase-prompt.ts'
import { isPurchasable } from '#web/features/player/preview/use-purchase-prompt.ts'
import { StreamLimitScreen } from '#web/features/player/leases/stream-limit-screen.tsx'
import type { VideoRequest } from '#web/features/player/core/use-video.ts'

type RefusalProps = {
  episode: Episode
  reading: Extract<VideoRequest, { state: 'refused' | 'unreachable' }>
  seconds_to_next_look: number
  again: () => void
  /** What opens a locked film. */
  sale: Sale
  pick: (way: OwnershipTypeId) => void
}

/** Why the film does not play, where the film would be, and what opens it (D-40). */
export function UnavailableScreen({
  episode,
  reading,
  seconds_to_next_look,
  again,
  sale,
  pick,
}: RefusalProps) {
  const retry = (
    <Button look="primary" icon="retry" onClick={again}>
      {playerMessages.retry}
    </Button>
  )
  const help = (
    <ButtonLink look="glass" to={faqCategoryPath('service')}>
      {playerMessages.help}
    </ButtonLink>
  )
  const toSeries = (
    <ButtonLink look="glass" to={seriesPath(episode.series.id)}>
      {playerMessages.to_series(episode.series.title)}
    </ButtonLink>
  )
  if (reading.state === 'unreachable') {
    return (
      <MessageScreen icon="offline" {...unavailableMessages.network}>
        {retry}
        {help}
      </MessageScreen>
    )
  }
  const { problem } = reading
  if (problem.purchase_options && !isPurchasable(episode, problem.purchase_options))
    return (
      <MessageScreen icon="clock" {...unavailableMessages.not_on_sale}>
        {toSeries}
      </MessageScreen>
    )
  switch (problem.code) {
    case 'authentication_required':
      return (
        <MessageScreen icon="person" {...unavailableMessages.authentication_required}>
          <Offers {...{ episode, problem, sale, pick }} />
          <SignIn to={loginPathFor(videoPath(episode.id))} signIn={sale.signIn} />
          {toSeries}
        </MessageScreen>
      )
    case 'adult_verification_required':
      return (
        <MessageScreen icon="lock" {...unavailableMessages.adult_verification_required}>
          <ButtonLink
            look="primary"
            to={`${withRedirect(profilePath, videoPath(episode.id))}#adult`}
          >
            {unavailableMessages.adult_verification_required.action}
          </ButtonLink>
          {toSeries}
        </MessageScreen>
      )
    case 'purchase_required':
      return (
        <MessageScreen icon="lock" {...unavailableMessages.purchase_required}>
          <Offers {...{ episode, problem, sale, pick }} />
          {toSeries}
        </MessageScreen>
      )
    case 'video_not_ready':
      return (
        <MessageScreen icon="clock" {...unavailableMessages.video_not_ready}>
          {problem.encoding ? (
            <EncodingProgress progress={problem.encoding.progress} />
          ) : (
            <>
              <p
                role="status"
                className="flex w-full items-center justify-center gap-2 text-sm text-foreground-muted"
              >
                <Spinner className="size-4" />
                {unavailableMessages.video_not_ready.again(seconds_to_next_look)}
              </p>
              <Button look="glass" onClick={again}>
                {unavailableMessages.video_not_ready.now}
              </Button>
            </>
          )}
        </MessageScreen>
      )
    case 'too_many_streams':
      return (
        <StreamLimitScreen
          episode={episode}
          lost={{ streams: problem.streams ?? [] }}
          onTaken={again}
        />
      )
    case 'not_found':
      return (
        <MessageScreen icon="reel" {...unavailableMessages.not_found}>
          <ButtonLink look="primary" to={homePath}>
            {unavailableMessages.not_found.action}
          </ButtonLink>
        </MessageScreen>
      )
    case 'no_longer_available':
      return (
        <MessageScreen icon="clock" {...unavailableMessages.no_longer_available}>
          <ButtonLink look="primary" to={homePath}>
            {unavailableMessages.not_found.action}
          </ButtonLink>
        </MessageScreen>
      )
    default:
      // The server's own words say what happened and what to do.
      return (
        <MessageScreen icon="warning" title={unavailableMessages.other.title} text={problem.detail}>
          {retry}
          {help}
        </MessageScreen>
      )
  }
}

/** In by the dialog, from where the film goes on; by the page where the link is opened elsewhere. */
function SignIn({ to, signIn }: { to: string } & Pick<Sale, 'signIn'>) {
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void signIn()
  }
  return (
    <ButtonLink look="primary" to={to} onClick={press}>
      {unavailableMessages.authentication_required.action}
    </ButtonLink>
  )
}

/** How far the film that is being made is; a bar that stands still is waiting its turn. */
function EncodingProgress({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100)
  const words = unavailableMessages.video_not_ready
  return (
    <div className="w-full max-w-xs space-y-2 text-center text-sm text-foreground-muted">
      <ProgressBar value={progress} label={words.making(percent)} />
      <p>{percent > 0 ? words.making(percent) : words.waiting}</p>
    </div>
  )
}

/** Where there is nothing of it to see beforehand. */
function Offers({
  episode,
  problem: { purchase_options: offers },
  sale,
  pick,
}: { problem: Problem } & Pick<RefusalProps, 'episode' | 'sale' | 'pick'>) {
  if (!offers) return null
  return <sale.Ways offers={offers} returnPath={videoPath(episode.id)} onSelect={pick} />
}

function MessageScreen({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div role="alert" className="player-message-screen">
      <Icon name={icon} className="size-9 text-accent-bright" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-96 text-foreground-muted">{text}</p>
      <div className="mt-1 flex w-full max-w-3xl flex-wrap justify-center gap-2.5">{children}</div>
    </div>
  )
}
