import type { Episode } from '#contract/contents/contents.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-schemas.ts'
import type { Problem } from '#contract/problem.ts'
import { faqCategoryPath, profilePath } from '#web/routing/account-paths.ts'
import { homePath, seriesPath, loginPathFor, withRedirect } from '#web/routing/paths.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { Button, ButtonLink, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import type { MouseEvent, ReactNode } from 'react'
import { playerMessages, unavailableMessages } from '#web/features/player/messages.ko.ts'
import type { PurchaseActions } from '#web/features/player/preview/use-purchase-prompt.ts'
import { StreamLimitScreen } from '#web/features/player/leases/lazy-stream-limit-screen.tsx'
import { useReturnPath } from '#web/features/player/hooks/use-return-path.ts'
import type { VideoRequest } from '#web/features/player/hooks/use-video.ts'

/** The day of a release to come; null if it is undecided, or has passed without the film. */
const futureDay = (released_at: string | null) =>
  released_at && Date.parse(released_at) > Date.now() ? formatMonthDay(released_at) : null

type UnavailableScreenProps = {
  episode: Episode
  request: Extract<VideoRequest, { state: 'denied' | 'unreachable' }>
  retry_in_s: number
  onRetry: () => void
  actions: PurchaseActions
  selectOffer: (ownership_type: OwnershipTypeId) => void
}

/** Shows why the video does not play, and what unlocks it. */
export function UnavailableScreen({ request, ...props }: UnavailableScreenProps) {
  if (request.state === 'denied') return <DeniedScreen problem={request.problem} {...props} />
  return (
    <MessageScreen icon="offline" {...unavailableMessages.network}>
      <RetryOrHelp onRetry={props.onRetry} />
    </MessageScreen>
  )
}

const RetryOrHelp = ({ onRetry }: Pick<UnavailableScreenProps, 'onRetry'>) => (
  <>
    <Button variant="primary" icon="retry" onClick={onRetry}>
      {playerMessages.retry}
    </Button>
    <ButtonLink variant="on_image" to={faqCategoryPath('service')}>
      {playerMessages.help}
    </ButtonLink>
  </>
)

function DeniedScreen({
  episode,
  problem,
  retry_in_s,
  onRetry,
  actions,
  selectOffer,
}: Omit<UnavailableScreenProps, 'request'> & { problem: Problem }) {
  const returnPath = useReturnPath()
  const toSeries = (
    <ButtonLink variant="on_image" to={seriesPath(episode.series.id)}>
      {playerMessages.to_series(episode.series.title)}
    </ButtonLink>
  )
  const offers = <Offers problem={problem} actions={actions} selectOffer={selectOffer} />
  switch (problem.code) {
    case 'authentication_required':
      return (
        <MessageScreen icon="person" {...unavailableMessages.authentication_required}>
          {offers}
          <LoginLink to={loginPathFor(returnPath)} openLogin={actions.openLogin} />
          {toSeries}
        </MessageScreen>
      )
    case 'adult_verification_required':
      return (
        <MessageScreen icon="lock" {...unavailableMessages.adult_verification_required}>
          <ButtonLink variant="primary" to={`${withRedirect(profilePath, returnPath)}#adult`}>
            {unavailableMessages.adult_verification_required.action}
          </ButtonLink>
          {toSeries}
        </MessageScreen>
      )
    case 'purchase_required':
      return (
        <MessageScreen icon="lock" {...unavailableMessages.purchase_required}>
          {offers}
          {toSeries}
        </MessageScreen>
      )
    case 'video_not_ready':
      return (
        <NotReadyScreen
          episode={episode}
          encoding={problem.encoding}
          retry_in_s={retry_in_s}
          onRetry={onRetry}
        >
          {toSeries}
        </NotReadyScreen>
      )
    case 'too_many_streams':
      return (
        <StreamLimitScreen
          episode={episode}
          lost={{ streams: problem.streams ?? [] }}
          onAcquired={onRetry}
        />
      )
    case 'not_found':
    case 'no_longer_available':
      return (
        <MessageScreen
          icon={problem.code === 'not_found' ? 'film_reel' : 'clock'}
          {...unavailableMessages[problem.code]}
        >
          <ButtonLink variant="primary" to={homePath}>
            {unavailableMessages.not_found.action}
          </ButtonLink>
        </MessageScreen>
      )
    default:
      // The detail of the server says what happened and what to do.
      return (
        <MessageScreen icon="warning" title={unavailableMessages.other.title} text={problem.detail}>
          <RetryOrHelp onRetry={onRetry} />
        </MessageScreen>
      )
  }
}

/** A film that is still to come, not on sale, or being encoded. */
function NotReadyScreen({
  episode,
  encoding,
  retry_in_s,
  onRetry,
  children,
}: Pick<UnavailableScreenProps, 'episode' | 'retry_in_s' | 'onRetry'> & {
  encoding: Problem['encoding']
  children: ReactNode
}) {
  if (episode.is_upcoming && !encoding)
    return (
      <MessageScreen
        icon="clock"
        title={unavailableMessages.upcoming.title(futureDay(episode.released_at))}
        text={unavailableMessages.upcoming.text}
      >
        {children}
      </MessageScreen>
    )
  return (
    <MessageScreen
      icon="clock"
      {...unavailableMessages.video_not_ready}
      {...(!episode.is_free && { text: unavailableMessages.not_on_sale.text })}
    >
      {encoding ? (
        <EncodingProgress progress={encoding.progress} />
      ) : (
        <>
          <p
            role="status"
            className="flex w-full items-center justify-center gap-2 text-sm text-foreground-muted"
          >
            <Spinner className="size-4" />
            {unavailableMessages.video_not_ready.checking_again(retry_in_s)}
          </p>
          <Button variant="on_image" onClick={onRetry}>
            {unavailableMessages.video_not_ready.check_now}
          </Button>
        </>
      )}
      {children}
    </MessageScreen>
  )
}

/** Opens the login dialog; with a modifier key, the login page opens in a new tab. */
function LoginLink({ to, openLogin }: { to: string } & Pick<PurchaseActions, 'openLogin'>) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void openLogin()
  }
  return (
    <ButtonLink variant="primary" to={to} onClick={onClick}>
      {unavailableMessages.authentication_required.action}
    </ButtonLink>
  )
}

/** Encoding progress; 0 % means that the job is queued. */
function EncodingProgress({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100)
  const notReadyMessages = unavailableMessages.video_not_ready
  return (
    <div className="w-full max-w-xs space-y-2 text-center text-sm text-foreground-muted">
      <ProgressBar value={progress} label={notReadyMessages.progress(percent)} />
      <p>{percent > 0 ? notReadyMessages.progress(percent) : notReadyMessages.queued}</p>
    </div>
  )
}

/** Purchase options of an episode without a preview. */
function Offers({
  problem: { purchase_options: offers },
  actions,
  selectOffer,
}: { problem: Problem } & Pick<UnavailableScreenProps, 'actions' | 'selectOffer'>) {
  const returnPath = useReturnPath()
  if (!offers) return null
  return <actions.OfferList offers={offers} returnPath={returnPath} onSelect={selectOffer} />
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
      <div className="mt-1 flex w-full max-w-3xl flex-wrap justify-center gap-2">{children}</div>
    </div>
  )
}
