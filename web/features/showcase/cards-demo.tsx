import { uiMessages } from '#web/ui/messages.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import {
  EpisodeCard,
  PortraitEpisodeCard,
  type EpisodeCardData,
} from '#web/features/catalog/cards/episode-card.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import {
  PosterCard,
  RankCard,
  type PosterCardData,
} from '#web/features/catalog/cards/poster-card.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { EpisodeSkeleton, GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { RailSkeleton } from '#web/features/catalog/cards/rail-skeleton.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { sampleEpisodes, sampleSeries } from './showcase-kit.tsx'
import { ShowcaseSection } from './showcase-kit.tsx'

/** Cards and rails with sample titles, real titles, one, none, loading and failed. */
export function CardsDemo({
  series,
  episodes,
}: {
  series: readonly PosterCardData[]
  episodes: readonly EpisodeCardData[]
}) {
  return (
    <>
      <ShowcaseSection name="cards">
        <ul className="poster-grid">
          {sampleSeries.map((title) => (
            <li key={title.id}>
              <PosterCard series={title} />
            </li>
          ))}
        </ul>
        <ul className="grid gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-5">
          {sampleEpisodes.map((title) => (
            <li key={title.id}>
              <EpisodeCard episode={title} />
            </li>
          ))}
        </ul>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
          {sampleEpisodes.map((title) => (
            <li key={title.id}>
              <PortraitEpisodeCard episode={title} />
            </li>
          ))}
        </ul>
      </ShowcaseSection>
      <ShowcaseSection name="rows" wide>
        <Rail title={showcaseMessages.rail_title} to={categoriesPath} cardShape="poster">
          {series.map((title) => (
            <PosterCard key={title.id} series={title} />
          ))}
        </Rail>
        <Rail title={showcaseMessages.rank_rail} cardShape="rank">
          {[...series, ...sampleSeries].slice(0, 15).map((title, index) => (
            <RankCard key={`${title.id}-${title.title}`} series={title} rank={index + 1} />
          ))}
        </Rail>
        <Rail title={showcaseMessages.landscape_rail} cardShape="landscape">
          {episodes.map((title) => (
            <EpisodeCard key={title.id} episode={title} />
          ))}
        </Rail>
        <Rail title={showcaseMessages.rail_one} cardShape="poster">
          {sampleSeries.slice(1, 2).map((title) => (
            <PosterCard key={title.id} series={title} />
          ))}
        </Rail>
        <p className="page-gutter text-sm text-foreground-subtle">{showcaseMessages.rail_none}</p>
        <Rail title={showcaseMessages.rail_none} cardShape="poster">
          {[]}
        </Rail>
      </ShowcaseSection>
      <ShowcaseSection name="skeletons" wide>
        <RailSkeleton cards={5} />
        <div className="page-gutter">
          <EpisodeSkeleton />
          <EpisodeSkeleton />
        </div>
        <div className="page-gutter">
          <GridSkeleton cards={6} />
        </div>
      </ShowcaseSection>
      <ShowcaseSection name="states">
        <div className="grid gap-4 lg:grid-cols-2">
          <div className="rounded-xl bg-surface">
            <EmptyState
              icon="bookmark"
              title={showcaseMessages.empty}
              heading="h3"
              actions={
                <ButtonLink to={categoriesPath} variant="primary">
                  {showcaseMessages.empty_action}
                </ButtonLink>
              }
            >
              {showcaseMessages.empty_detail}
            </EmptyState>
          </div>
          <div className="rounded-xl bg-surface">
            <ErrorState onRetry={() => void toasts.show(showcaseMessages.toasts.info)} />
          </div>
        </div>
        <InlineRetry
          isRetrying={false}
          onRetry={() => void toasts.show(showcaseMessages.toasts.info)}
        >
          {uiMessages.load_failed}
        </InlineRetry>
      </ShowcaseSection>
    </>
  )
}
