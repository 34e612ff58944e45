import type { Episode } from '#contract/contents.ts'
import type { Problem } from '#contract/problems.ts'
import { won } from '#web/copy/format.ts'
import { useAuth } from '#web/data/auth.ts'
import { loginFor, withNext } from '#web/next-path.ts'
import { categoryFaqsPath, homePath, profilePath, seriesPath, videoPath } from '#web/paths.ts'
import { Button, ButtonLink, Turning } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useEffect, type MouseEvent, type ReactNode } from 'react'
import { copy, refusals } from './copy.ts'
import { TakenScreen } from './streams/taken-screen.tsx'
import type { Reading } from './use-video.ts'

type RefusalProps = {
  episode: Episode
  reading: Extract<Reading, { state: 'refused' | 'unreachable' }>
  seconds_to_next_look: number
  again: () => void
  /** Asks a visitor to sign in, over the page. */
  signIn: () => void
}

/** Why the film does not play, where the film would be, and what opens it (D-40). */
export function RefusalScreen({
  episode,
  reading,
  seconds_to_next_look,
  again,
  signIn,
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
  switch (problem.code) {
    case 'authentication_required':
      return (
        <Screen icon="person" {...refusals.authentication_required}>
          <Offers problem={problem} />
          <SignIn to={loginFor(videoPath(episode.id))} signIn={signIn} again={again} />
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
          <Offers problem={problem} />
          {toSeries}
        </Screen>
      )
    case 'video_not_ready':
      return (
        <Screen icon="clock" {...refusals.video_not_ready}>
          {problem.preparing ? (
            <Making progress={problem.preparing.progress} />
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
function SignIn({ to, signIn, again }: { to: string } & Pick<RefusalProps, 'signIn' | 'again'>) {
  const { state } = useAuth()
  // Whoever came in, here or in another tab, sees what he wanted to see.
  useEffect(() => {
    if (state === 'signed_in') again()
  }, [state, again])
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    signIn()
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

function Offers({ problem }: { problem: Problem }) {
  const { offers } = problem
  const words = refusals.purchase_required
  if (!offers) return null
  return (
    <ul className="flex w-full flex-wrap justify-center gap-2">
      {offers.price !== null && (
        <li className="player-offer border-gam!">
          <strong>{words.buy(won(offers.price))}</strong>
          <span>{words.buy_detail}</span>
        </li>
      )}
      {offers.plans.map((plan) => (
        <li key={plan.id} className="player-offer">
          <strong>{words.plan(plan.name)}</strong>
          <span className="tabular-nums">{words.plan_price(won(plan.price))}</span>
          <span>{words.plan_detail(plan.max_height, plan.streams)}</span>
        </li>
      ))}
      <li className="w-full text-sm text-paper-2">{words.soon}</li>
    </ul>
  )
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
