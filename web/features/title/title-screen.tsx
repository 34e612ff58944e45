import { useMemberSeries } from '#web/session/use-member-content.ts'
import { EpisodeWatchProgress } from '#web/features/catalog/cards/watch-progress.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { PlayerPrefetch } from '#web/features/player/player-prefetch.tsx'
import { ReviewsSection } from './reviews/reviews-section.tsx'
import { LikeButton } from '#web/features/library/wishlist/like-button.tsx'
import { AddToListButton } from '#web/features/library/lists/add-to-list-button.tsx'
import { playButtonClass, sideButtonClass } from './title-hero.tsx'
import { TitlePage } from './title-page.tsx'
import { videoPath } from '#web/routing/paths.ts'
import { type ComponentProps, useEffect, useState, type ReactNode } from 'react'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { call } from '#web/api/client.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { titleMessages } from './messages.ko.ts'
import { continueWatchingMessages } from '#web/features/library/history/continue-watching-messages.ko.ts'
import { formatTimeLeft } from '#web/lib/format.ts'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'

/** The title page with the member's content in its slots. */
export function TitleScreen({ data }: { data: ComponentProps<typeof TitlePage>['data'] }) {
  const { series, episodes } = data
  const first = episodes.find(({ video_state }) => video_state === 'ready')
  useMemberSeries(series.id)
  return (
    <>
      <TitlePage
        data={data}
        renderPlayButton={(button) => (
          <ResumeButton series={series} className={playButtonClass}>
            {button}
          </ResumeButton>
        )}
        actions={
          <>
            {series.is_upcoming && (
              <ReleaseAlertButton key={`alert-${series.id}`} series_id={series.id} />
            )}
            <LikeButton
              key={series.id}
              contentRef={{ content_type: 'series', object_id: series.id }}
              title={series.title}
              className={sideButtonClass}
            />
            <AddToListButton
              series_id={series.id}
              label={titleMessages.add_to_list}
              className={sideButtonClass}
            />
          </>
        }
        renderEpisodeProgress={(episode) => (
          <EpisodeWatchProgress series_id={series.id} episode={episode} />
        )}
        // Nobody has seen an upcoming series.
        reviews={
          !series.is_upcoming && (
            <ReviewsSection
              target={{ content_type: 'series', object_id: series.id, series_id: series.id }}
              average={series.rating_average}
              count={series.review_count}
              watch_path={first ? videoPath(first.id) : null}
            />
          )
        }
      />
      {first && <PlayerPrefetch episode={first.id} />}
    </>
  )
}

const messages = titleMessages.alert

/** Sets and removes the release alert of an upcoming series. A visitor logs in first. Needs a `key` per series. */
function ReleaseAlertButton({ series_id }: { series_id: number }) {
  const { state } = useAuth()
  const [isSet, setIsSet] = useState(false)

  useEffect(() => {
    if (state !== 'signed_in') return setIsSet(false)
    let isCurrent = true
    call(watch_history.listReleaseAlerts, {}).then(
      ({ results }) => {
        if (isCurrent) setIsSet(results.some(({ series }) => series.id === series_id))
      },
      // Unknown: a press sets the alert again, which changes nothing.
      () => {},
    )
    return () => void (isCurrent = false)
  }, [state, series_id])

  const toggling = useAsyncAction(async () => {
    let next = !isSet
    if (authStore.getState().state === 'unknown') await authStore.checkAuth()
    if (authStore.getState().state !== 'signed_in') {
      if (!(await openLoginDialog())) return
      next = true
    }
    try {
      if (next) await call(watch_history.createReleaseAlert, { body: { series_id } })
      else await call(watch_history.deleteReleaseAlert, { params: { id: series_id } })
      setIsSet(next)
      if (next) toasts.show(messages.set, 'success')
    } catch {
      toasts.show(messages.failed, 'danger')
    }
  })
  return (
    <Button
      variant={isSet ? 'outline' : 'primary'}
      size="lg"
      icon={isSet ? 'check' : 'bell'}
      aria-pressed={isSet}
      aria-disabled={toggling.isPending}
      onClick={() => toggling.run()}
      className={playButtonClass}
    >
      {messages.label}
    </Button>
  )
}

/**
 * Replaces `children`, the play button of every visitor, by a link that resumes the member's position.
 * `className` sizes both equally, to avoid a layout shift.
 */
function ResumeButton({
  series,
  className,
  children,
}: {
  series: { id: number; is_series: boolean; season_count: number }
  className: string
  children: ReactNode
}) {
  const resume = useMemberSeries(series.id)?.continue_watching
  if (!resume) return children
  const { number, season_number, progress, runtime } = resume
  const share = progress / Math.max(1, runtime)
  return (
    <ButtonLink
      to={videoPath(resume.id)}
      variant="primary"
      size="lg"
      icon="play"
      className={`relative overflow-hidden ${className}`}
    >
      {series.is_series
        ? continueWatchingMessages.resume_at(series.season_count > 1 ? season_number : null, number)
        : continueWatchingMessages.title}
      {progress > 0 && (
        <>
          <span className="sr-only">, {formatTimeLeft(runtime - progress)}</span>
          <span aria-hidden="true" className="absolute inset-x-0 bottom-0">
            <ProgressBar size="sm" tone="on_accent" value={share} />
          </span>
        </>
      )}
    </ButtonLink>
  )
}
