import { useSeriesOfMember } from '#web/data/series-of-member.ts'
import { GoOnButton } from '#web/features/continue/go-on-button.tsx'
import { EpisodeWatched } from '#web/features/history/watched-bar.tsx'
import { openLogin } from '#web/features/login/open-login.ts'
import { PlayerAhead } from '#web/features/player/ahead.tsx'
import { ReviewsSection } from '#web/features/reviews/reviews-section.tsx'
import { Like } from '#web/features/wishlist/like.tsx'
import { playShape } from '#web/features/work/work-hero.tsx'
import { WorkPage } from '#web/features/work/work-page.tsx'
import { videoPath } from '#web/paths.ts'
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
