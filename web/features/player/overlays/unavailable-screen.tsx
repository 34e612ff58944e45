import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-constants.ts'
import type { Problem } from '#contract/problem.ts'
import { loginFor, withNext } from '#web/routing/login-redirect.ts'
import {
  categoryFaqsPath,
  homePath,
  profilePath,
  seriesPath,
  videoPath,
} from '#web/routing/paths.ts'
import { Button, ButtonLink, Turning } from '#web/ui/base/button.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { Progress } from '#web/ui/base/progress-bar.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { copy, refusals } from '#web/features/player/messages.ko.ts'
import type { Sale } from '#web/features/player/preview/use-purchase-prompt.ts'
import { isOnSale } from '#web/features/player/preview/use-purchase-prompt.ts'
import { TakenScreen } from '#web/features/player/leases/stream-limit-screen.tsx'
import type { Reading } from '#web/features/player/core/use-video.ts'

type RefusalProps = {
  episode: Episode
  reading: Extract<Reading, { state: 'refused' | 'unreachable' }>
  seconds_to_next_look: number
  again: () => void
  /** What opens a locked film. */
  sale: Sale
  pick: (way: OwnershipTypeId) => void
}

/** Why the film does not play, where the film would be, and what opens it (D-40). */
export function RefusalScreen({
  episode,
  reading,
  seconds_to_next_look,
  again,
  sale,
  pick,
}: RefusalProps) {
  const retry = (
    <Button look="primary" icon="retry" onClick={again}>
      {copy.retry}
    </Button>
  )
  const help = (
    <ButtonLink look="glass" to={categoryFaqsPath('service')}>
      {copy.help}
    </ButtonLink>
  )
  const toSeries = (
    <ButtonLink look="glass" to={seriesPath(episode.series.id)}>
      {copy.to_series(episode.series.title)}
    </ButtonLink>
  )
  if (reading.state === 'unreachable') {
    return (
      <Screen icon="offline" {...refusals.network}>
        {retry}
        {help}
      </Screen>
    )
  }
  const { problem } = reading
  if (problem.purchase_options && !isOnSale(episode, problem.purchase_options))
    return (
      <Screen icon="clock" {...refusals.not_on_sale}>
        {toSeries}
      </Screen>
    )
  switch (problem.code) {
    case 'authentication_required':
      return (
        <Screen icon="person" {...refusals.authentication_required}>
          <Offers {...{ episode, problem, sale, pick }} />
          <SignIn to={loginFor(videoPath(episode.id))} signIn={sale.signIn} />
          {toSeries}
        </Screen>
      )
    case 'adult_verification_required':
      return (
        <Screen icon="lock" {...refusals.adult_verification_required}>
          <ButtonLink look="primary" to={`${withNext(profilePath, videoPath(episode.id))}#adult`}>
            {refusals.adult_verification_required.action}
          </ButtonLink>
          {toSeries}
        </Screen>
      )
    case 'purchase_required':
      return (
        <Screen icon="lock" {...refusals.purchase_required}>
          <Offers {...{ episode, problem, sale, pick }} />
          {toSeries}
        </Screen>
      )
    case 'video_not_ready':
      return (
        <Screen icon="clock" {...refusals.video_not_ready}>
          {problem.encoding ? (
            <Making progress={problem.encoding.progress} />
          ) : (
            <>
              <p
                role="status"
                className="flex w-full items-center justify-center gap-2 text-sm text-paper-2"
              >
                <Turning className="size-4" />
                {refusals.video_not_ready.again(seconds_to_next_look)}
              </p>
              <Button look="glass" onClick={again}>
                {refusals.video_not_ready.now}
              </Button>
            </>
          )}
        </Screen>
      )
    case 'too_many_streams':
      return (
        <TakenScreen episode={episode} lost={{ streams: problem.streams ?? [] }} onTaken={again} />
      )
    case 'not_found':
      return (
        <Screen icon="reel" {...refusals.not_found}>
          <ButtonLink look="primary" to={homePath}>
            {refusals.not_found.action}
          </ButtonLink>
        </Screen>
      )
    case 'no_longer_available':
      return (
        <Screen icon="clock" {...refusals.no_longer_available}>
          <ButtonLink look="primary" to={homePath}>
            {refusals.not_found.action}
          </ButtonLink>
        </Screen>
      )
    default:
      // The server's own words say what happened and what to do.
      return (
        <Screen icon="warning" title={refusals.other.title} text={problem.detail}>
          {retry}
          {help}
        </Screen>
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
      {refusals.authentication_required.action}
    </ButtonLink>
  )
}

/** How far the film that is being made is; a bar that stands still is waiting its turn. */
function Making({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100)
  const words = refusals.video_not_ready
  return (
    <div className="w-full max-w-xs space-y-2 text-center text-sm text-paper-2">
      <Progress value={progress} label={words.making(percent)} />
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
  return <sale.Ways offers={offers} here={videoPath(episode.id)} onPick={pick} />
}

function Screen({
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
    <div role="alert" className="player-failure">
      <Icon name={icon} className="size-9 text-gam-bright" />
      <h2 className="text-xl">{title}</h2>
      <p className="max-w-96 text-paper-2">{text}</p>
      <div className="mt-1 flex w-full max-w-3xl flex-wrap justify-center gap-2.5">{children}</div>
    </div>
  )
}
