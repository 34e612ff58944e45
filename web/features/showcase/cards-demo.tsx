import { errorCopy } from '#web/app/messages.ko.ts'
import { galleryCopy } from './messages.ko.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import {
  EpisodeCard,
  UprightCard,
  type CardEpisode,
} from '#web/features/catalog/cards/episode-card.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import {
  PosterCard,
  RankCard,
  type PosterSeries,
} from '#web/features/catalog/cards/poster-card.tsx'
import { RetryLine } from '#web/ui/layout/inline-retry.tsx'
import { Row } from '#web/features/catalog/cards/rail.tsx'
import {
  EpisodeSkeleton,
  GridSkeleton,
  RowSkeleton,
} from '#web/features/catalog/cards/card-skeletons.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { sampleEpisodes, sampleSeries } from './showcase-kit.tsx'
import { Section } from './showcase-kit.tsx'

/** Cards and rows of works: hard titles, real ones, one, none, on their way, failed. */
export function Works({
  series,
  episodes,
}: {
  series: readonly PosterSeries[]
  episodes: readonly CardEpisode[]
}) {
  return (
    <>
      <Section name="cards">
        <ul className="poster-grid">
          {sampleSeries.map((one) => (
            <li key={one.id}>
              <PosterCard series={one} />
            </li>
          ))}
        </ul>
        <ul className="grid gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-5">
          {sampleEpisodes.map((one) => (
            <li key={one.id}>
              <EpisodeCard episode={one} />
            </li>
          ))}
        </ul>
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
          {sampleEpisodes.map((one) => (
            <li key={one.id}>
              <UprightCard episode={one} />
            </li>
          ))}
        </ul>
      </Section>
      <Section name="rows" wide>
        <Row title={galleryCopy.row_title} to={categoriesPath} shape="poster">
          {series.map((one) => (
            <PosterCard key={one.id} series={one} />
          ))}
        </Row>
        <Row title={galleryCopy.rank_row} shape="rank">
          {[...series, ...sampleSeries].slice(0, 15).map((one, at) => (
            <RankCard key={`${one.id}-${one.title}`} series={one} rank={at + 1} />
          ))}
        </Row>
        <Row title={galleryCopy.still_row} shape="still">
          {episodes.map((one) => (
            <EpisodeCard key={one.id} episode={one} />
          ))}
        </Row>
        <Row title={galleryCopy.row_one} shape="poster">
          {sampleSeries.slice(1, 2).map((one) => (
            <PosterCard key={one.id} series={one} />
          ))}
        </Row>
        <p className="gutter text-sm text-paper-3">{galleryCopy.row_none}</p>
        <Row title={galleryCopy.row_none} shape="poster">
          {[]}
        </Row>
      </Section>
      <Section name="skeletons" wide>
        <RowSkeleton shape="poster" />
        <RowSkeleton shape="still" cards={5} />
        <div className="gutter">
          <EpisodeSkeleton />
          <EpisodeSkeleton />
        </div>
        <div className="gutter">
          <GridSkeleton cards={6} />
        </div>
      </Section>
      <Section name="states">
        <div className="grid gap-4 lg:grid-cols-2">
          <div className="rounded-xl bg-surface">
            <EmptyState
              icon="bookmark"
              title={galleryCopy.empty}
              heading="h3"
              actions={
                <ButtonLink to={categoriesPath} look="primary">
                  {galleryCopy.empty_action}
                </ButtonLink>
              }
            >
              {galleryCopy.empty_detail}
            </EmptyState>
          </div>
          <div className="rounded-xl bg-surface">
            <ErrorState onRetry={() => void toasts.show(galleryCopy.toasts.plain)} />
          </div>
        </div>
        <RetryLine busy={false} onRetry={() => void toasts.show(galleryCopy.toasts.plain)}>
          {errorCopy.load_failed}
        </RetryLine>
      </Section>
    </>
  )
}
