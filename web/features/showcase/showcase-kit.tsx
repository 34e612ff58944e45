import { showcaseMessages } from './messages.ko.ts'
import type { ReactNode } from 'react'
import { ageCodes } from '#contract/core/constants.ts'
import type { EpisodeCardData } from '#web/features/catalog/cards/episode-card.tsx'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'

type ShowcaseSectionName = keyof typeof showcaseMessages.sections

/** A section of the showcase with its anchor. `wide` content reaches both edges of the screen. */
export function ShowcaseSection({
  name,
  wide = false,
  children,
}: {
  name: ShowcaseSectionName
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section
      id={name}
      aria-labelledby={`${name}-title`}
      className="border-t border-border py-10 md:py-14"
    >
      <h2 id={`${name}-title`} className="page-gutter mb-6 text-2xl font-bold">
        {showcaseMessages.sections[name]}
      </h2>
      <div className={wide ? 'space-y-10' : 'page-gutter space-y-8'}>{children}</div>
    </section>
  )
}

export function ShowcaseRow({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

const colors = ['#2f4468', '#5a352c', '#2d5145', '#453464', '#5d492c'] as const
const pickCyclic = <T,>(list: readonly [T, ...T[]], index: number): T =>
  list[index % list.length] ?? list[0]

/** Sample titles without images, to show the placeholders. */
export const sampleSeries: readonly PosterCardData[] = showcaseMessages.sample_titles.map(
  (title, index) => ({
    id: index + 1,
    title,
    poster_url: null,
    poster_color: pickCyclic(colors, index),
    age_rating: pickCyclic(ageCodes, index),
    is_series: index !== 1,
    is_completed: index % 2 === 0,
    episode_count: index === 2 ? 128 : 8,
    released_on: index === 3 ? null : '2026-03-01',
    is_upcoming: false,
    opens_at: null,
  }),
)

/** Free, in a plan, for a price, in both, not yet encoded. */
export const sampleEpisodes: readonly EpisodeCardData[] = sampleSeries.map((series, index) => ({
  id: index + 1,
  series: { ...series, season_count: 1 },
  season: { id: 1, number: 1, title: showcaseMessages.season },
  number: index === 2 ? 128 : index + 1,
  title: series.title,
  thumbnail_url: null,
  thumbnail_color: pickCyclic(colors, index + 2),
  runtime: [45, 2_880, 4_980, 3_600, 95][index] ?? 60,
  is_free: index === 0,
  price: index >= 2 ? 9_900 : 0,
  in_subscription: index === 1 || index === 3,
  age_rating: series.age_rating,
  video_state: index === 4 ? 'none' : 'ready',
}))
