import { useSeriesOfMember } from '#web/session/member-series.ts'
import { GoOnButton } from './resume-button.tsx'
import { EpisodeWatched } from '#web/features/catalog/cards/watch-progress.tsx'
import { openLogin } from '#web/features/account/login/open-login-dialog.ts'
import { PlayerAhead } from '#web/features/player/player-prefetch.tsx'
import { ReviewsSection } from './reviews/reviews-section.tsx'
import { Like } from '#web/features/library/wishlist/like-button.tsx'
import { playShape } from './title-hero.tsx'
import { WorkPage } from './title-page.tsx'
import { videoPath } from '#web/routing/paths.ts'
import type { ComponentProps } from 'react'

/** A series or one of its seasons, with what belongs to the member put into its places. */
export function WorkScreen({ work }: { work: ComponentProps<typeof WorkPage>['work'] }) {
  const { series, episodes } = work
  const first = episodes.find(({ video_state }) => video_state === 'ready')
  useSeriesOfMember(series.id)
  return (
    <>
      <WorkPage
        work={work}
        play={(button) => (
          <GoOnButton series={series} className={playShape}>
            {button}
          </GoOnButton>
        )}
        actions={
          <Like
            key={series.id}
            what={{ content_type: 'series', object_id: series.id }}
            title={series.title}
            signIn={openLogin}
            className="max-md:w-full"
          />
        }
        mine={(episode) => <EpisodeWatched series_id={series.id} episode={episode} />}
        reviews={
          <ReviewsSection
            work={{ content_type: 'series', object_id: series.id, series_id: series.id }}
            average={series.rating_average}
            count={series.review_count}
            watch_path={first ? videoPath(first.id) : null}
            signIn={openLogin}
          />
        }
      />
      {first && <PlayerAhead episode={first.id} />}
    </>
  )
}
