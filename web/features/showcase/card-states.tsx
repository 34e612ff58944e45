import { ageCodes, descriptors } from '#contract/core/constants.ts'
import {
  AgeRating,
  AgeRatingBadge,
  PriceBadges,
} from '#web/features/catalog/cards/content-badges.tsx'
import { EpisodeSkeleton, GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { EpisodeCard, PortraitEpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { PersonCard } from '#web/features/catalog/cards/person-card.tsx'
import { PosterCard, RankCard } from '#web/features/catalog/cards/poster-card.tsx'
import { RailSkeleton, Rail } from '#web/features/catalog/cards/rail.tsx'
import { categoriesPath } from '#web/routing/paths.ts'
import type { ReactNode } from 'react'
import { cardProps } from './component-props.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import {
  sampleEpisodes,
  sampleSeries,
  ShowcaseRow,
  type ShowcaseComponents,
} from './showcase-kit.tsx'

/** The width that a rail gives its cards. */
const narrow = (children: ReactNode) => <div className="w-40">{children}</div>

const [shortSeries, film, longSeries, unbrokenSeries, latinSeries] = sampleSeries
const [freeEpisode, planEpisode, paidEpisode, sharedEpisode, preparingEpisode] = sampleEpisodes
const manySeries = [...sampleSeries, ...sampleSeries, ...sampleSeries]

/** Badges, cards, rails and skeletons of the catalogue. */
export const cardStates: ShowcaseComponents = {
  'age-rating-badge': {
    section: 'badges',
    title: 'AgeRatingBadge',
    props: cardProps.age_rating_badge,
    states: {
      all: (
        <ShowcaseRow>
          {ageCodes.map((code) => (
            <AgeRatingBadge key={code} code={code} />
          ))}
        </ShowcaseRow>
      ),
    },
  },
  'age-rating': {
    section: 'badges',
    title: 'AgeRating',
    props: cardProps.age_rating,
    states: { descriptors: <AgeRating code="15" descriptors={descriptors.slice(0, 3)} /> },
  },
  'price-badges': {
    section: 'badges',
    title: 'PriceBadges',
    props: cardProps.price_badges,
    states: {
      free: <PriceBadges episode={freeEpisode} />,
      plan: <PriceBadges episode={planEpisode} />,
      price: <PriceBadges episode={paidEpisode} />,
      both: (
        <ShowcaseRow>
          <PriceBadges episode={sharedEpisode} />
        </ShowcaseRow>
      ),
    },
  },
  'poster-card': {
    section: 'cards',
    title: 'PosterCard',
    props: cardProps.poster_card,
    states: {
      series: narrow(<PosterCard series={shortSeries} />),
      film: narrow(<PosterCard series={film} />),
      'long-title': narrow(<PosterCard series={longSeries} />),
      'unbroken-title': narrow(<PosterCard series={unbrokenSeries} />),
      truncated: narrow(<PosterCard series={latinSeries} lines="truncate" />),
      grid: (
        <ul className="poster-grid">
          {sampleSeries.map((series) => (
            <li key={series.id}>
              <PosterCard series={series} />
            </li>
          ))}
        </ul>
      ),
    },
  },
  'rank-card': {
    section: 'cards',
    title: 'RankCard',
    props: cardProps.rank_card,
    states: {
      first: <RankCard series={shortSeries} rank={1} />,
      'two-digits': <RankCard series={longSeries} rank={12} />,
    },
  },
  'episode-card': {
    section: 'cards',
    title: 'EpisodeCard',
    props: cardProps.episode_card,
    states: {
      free: <EpisodeCard episode={freeEpisode} />,
      plan: <EpisodeCard episode={planEpisode} />,
      price: <EpisodeCard episode={paidEpisode} />,
      preparing: <EpisodeCard episode={preparingEpisode} />,
    },
  },
  'portrait-episode-card': {
    section: 'cards',
    title: 'PortraitEpisodeCard',
    props: cardProps.portrait_episode_card,
    states: {
      work: narrow(<PortraitEpisodeCard episode={planEpisode} />),
      'long-title': narrow(<PortraitEpisodeCard episode={paidEpisode} />),
      'current-episode': narrow(
        <PortraitEpisodeCard episode={sharedEpisode} among="episodes" current />,
      ),
    },
  },
  'person-card': {
    section: 'cards',
    title: 'PersonCard',
    props: cardProps.person_card,
    states: {
      initials: (
        <div className="w-28">
          <PersonCard id={1} name="윤소빈" detail="달 세탁소" />
        </div>
      ),
    },
  },
  rail: {
    section: 'rows',
    title: 'Rail',
    props: cardProps.rail,
    isWide: true,
    states: {
      poster: (
        <Rail title={showcaseMessages.rail_title} to={categoriesPath} cardShape="poster">
          {manySeries.map((series, index) => (
            <PosterCard key={index} series={series} lines="truncate" />
          ))}
        </Rail>
      ),
      rank: (
        <Rail title={showcaseMessages.rank_rail} cardShape="rank">
          {manySeries.map((series, index) => (
            <RankCard key={index} series={series} rank={index + 1} />
          ))}
        </Rail>
      ),
      landscape: (
        <Rail title={showcaseMessages.landscape_rail} cardShape="landscape">
          {sampleEpisodes.map((episode) => (
            <EpisodeCard key={episode.id} episode={episode} />
          ))}
        </Rail>
      ),
      single: (
        <Rail title={showcaseMessages.rail_one} cardShape="poster">
          {[<PosterCard key={film.id} series={film} lines="truncate" />]}
        </Rail>
      ),
      none: (
        <>
          <p className="page-gutter text-sm text-foreground-subtle">{showcaseMessages.rail_none}</p>
          <Rail title={showcaseMessages.rail_none} cardShape="poster">
            {[]}
          </Rail>
        </>
      ),
    },
  },
  'rail-skeleton': {
    section: 'skeletons',
    title: 'RailSkeleton',
    props: cardProps.rail_skeleton,
    isWide: true,
    states: { default: <RailSkeleton cards={5} /> },
  },
  'grid-skeleton': {
    section: 'skeletons',
    title: 'GridSkeleton',
    props: cardProps.grid_skeleton,
    states: { default: <GridSkeleton cards={6} /> },
  },
  'episode-skeleton': {
    section: 'skeletons',
    title: 'EpisodeSkeleton',
    props: cardProps.episode_skeleton,
    states: { default: <EpisodeSkeleton /> },
  },
}
