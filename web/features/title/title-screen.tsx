import { useMemberSeries } from '#web/session/use-member-content.ts'
import { ReleaseAlertButton } from './release-alert-button.tsx'
import { ResumeButton } from './resume-button.tsx'
import { EpisodeWatchProgress } from '#web/features/catalog/cards/watch-progress.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { PlayerPrefetch } from '#web/features/player/player-prefetch.tsx'
import { ReviewsSection } from './reviews/reviews-section.tsx'
import { LikeButton } from '#web/features/library/wishlist/like-button.tsx'
import { playButtonClass } from './title-hero.tsx'
import { TitlePage } from './title-page.tsx'
import { videoPath } from '#web/routing/paths.ts'
import type { ComponentProps } from 'react'

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
              <ReleaseAlertButton
                key={`alert-${series.id}`}
                series_id={series.id}
                signIn={openLoginDialog}
              />
            )}
            <LikeButton
              key={series.id}
              contentRef={{ content_type: 'series', object_id: series.id }}
              title={series.title}
              signIn={openLoginDialog}
              className="max-md:px-4"
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
              signIn={openLoginDialog}
            />
          )
        }
      />
      {first && <PlayerPrefetch episode={first.id} />}
    </>
  )
}
