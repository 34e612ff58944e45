import { titleMessages } from './messages.ko.ts'
import { seasonPath, seriesPath } from '#web/routing/paths.ts'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { PersonCard } from '#web/features/catalog/cards/person-card.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import type { ReactNode } from 'react'
import { EpisodeList } from './episode-list.tsx'
import type { EpisodeListItem, TitleData } from './load-title.ts'
import { TitleHero } from './title-hero.tsx'
import type { Credit, Series } from '#contract/contents/contents.ts'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { type ImageKind, imageSrcset, imageUrlAtWidth, imageWidths } from '#contract/core/images.ts'
import { landscapeImageSizes } from '#web/features/catalog/cards/episode-card.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { SectionHeading } from '#web/ui/layout/headings.tsx'

/**
 * The page of a series at one of its seasons. Slots for member content: `renderPlayButton` replaces the play button, `actions`
 * follows it, `renderEpisodeProgress` is drawn on an episode's thumbnail, `reviews` follows the episodes.
 */
export function TitlePage({
  data,
  renderPlayButton,
  actions,
  renderEpisodeProgress,
  reviews,
}: {
  data: TitleData
  renderPlayButton?: (button: ReactNode) => ReactNode
  actions?: ReactNode
  renderEpisodeProgress?: (episode: EpisodeListItem) => ReactNode
  reviews?: ReactNode
}) {
  const { series, season, episodes, similar } = data
  const isFilm = !series.is_series
  return (
    <>
      <TitleHero
        series={series}
        filmEpisode={isFilm ? (episodes[0] ?? null) : null}
        actions={actions}
        renderPlayButton={renderPlayButton}
      />
      {!isFilm && !series.is_upcoming && (
        <section aria-labelledby="episodes" className="page-gutter mt-8 md:mt-12">
          <h2
            id="episodes"
            className={series.seasons.length > 1 ? 'sr-only' : 'text-lg font-bold md:text-2xl'}
          >
            {season && series.seasons.length > 1
              ? titleMessages.episodes_of(season.title)
              : titleMessages.episodes}
          </h2>
          {series.seasons.length > 1 && (
            <NavTabs
              label={titleMessages.seasons}
              tabs={series.seasons.map(({ id, title }) => ({
                key: id,
                title,
                to: seasonPath(series.id, id),
                selected: id === season?.id,
              }))}
            />
          )}
          <OrderChips data={data} />
          <EpisodeList episodes={episodes} renderProgress={renderEpisodeProgress} />
          {data.pages > 1 && (
            <div className="mt-6">
              <Pagination
                page={data.page}
                pages={data.pages}
                hrefOf={(page) => listUrl(data, { page })}
              />
            </div>
          )}
        </section>
      )}
      <UpcomingEpisodes series={series} />
      <Gallery series={series} episodes={episodes} />
      {series.people.length > 0 && <CreditList people={series.people} />}
      {reviews}
      <div className="mt-12 md:mt-16">
        <Rail title={titleMessages.similar} cardShape="poster">
          {similar.map((title) => (
            <PosterCard key={title.id} series={title} lines="truncate" />
          ))}
        </Rail>
      </div>
    </>
  )
}

/** The announced episodes of a series, which do not play yet. */
function UpcomingEpisodes({ series }: { series: Series }) {
  const { upcoming_episodes: episodes, season_count } = series
  if (episodes.length === 0 || !series.is_series) return null
  const hasSeasons = season_count > 1 || episodes.some(({ season_number }) => season_number > 1)
  return (
    <section aria-labelledby="upcoming-episodes" className="page-gutter mt-8 md:mt-12">
      <SectionHeading id="upcoming-episodes">{titleMessages.upcoming_episodes}</SectionHeading>
      <ol className="mt-2 divide-y divide-border">
        {episodes.map(({ id, season_number, number, title, opens_at }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="font-semibold">
              {hasSeasons
                ? cardMessages.season_episode(season_number, number)
                : cardMessages.episode_number(number)}
              {'. '}
              {title}
            </span>
            <span className="text-sm text-foreground-subtle tabular-nums">
              {opens_at
                ? titleMessages.opens_on(formatMonthDay(opens_at))
                : titleMessages.opens_undecided}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The address of this list with another page or order. */
function listUrl(data: TitleData, change: { page?: number; latest_first?: boolean }): string {
  const { series, season } = data
  const first = series.seasons[0]
  const path =
    season && season.id !== first?.id ? seasonPath(series.id, season.id) : seriesPath(series.id)
  const search = new URLSearchParams()
  if (change.latest_first ?? data.latest_first) search.set('ordering', '-number')
  if (change.page && change.page > 1) search.set('page', String(change.page))
  return search.size > 0 ? `${path}?${search}` : path
}

function OrderChips({ data }: { data: TitleData }) {
  if (data.episodes.length < 2) return null
  return (
    <ul aria-label={titleMessages.order} className="mt-4 mb-1 flex flex-wrap gap-2">
      {[false, true].map((latest_first) => (
        <li key={String(latest_first)}>
          <ChipLink
            to={listUrl(data, { latest_first })}
            selected={data.latest_first === latest_first}
            preventScrollReset
            replace
          >
            {latest_first ? titleMessages.from_latest : titleMessages.from_first}
          </ChipLink>
        </li>
      ))}
    </ul>
  )
}

/** The cast and crew, each with a link to the person's page. */
function CreditList({ people }: { people: readonly Credit[] }) {
  return (
    <div className="mt-12 md:mt-16">
      <Rail title={titleMessages.people} cardShape="person">
        {people.map(({ id, name, role, character }) => (
          <PersonCard
            key={`${id}-${role}`}
            id={id}
            name={name}
            detail={
              role === 'cast' && character
                ? titleMessages.as_character(character)
                : titleMessages.roles[role]
            }
          />
        ))}
      </Rail>
    </div>
  )
}

const maxStills = 10

type Still = { url: string; color: string; kind: ImageKind }

/** The distinct pictures of a work: its scene, then those of its episodes. */
export function stillsOf(
  series: Pick<Series, 'backdrop_url' | 'backdrop_color'>,
  episodes: readonly Pick<EpisodeListItem, 'thumbnail_url' | 'thumbnail_color'>[],
): Still[] {
  const stills = new Map<string, Still>()
  const add = (url: string | null, color: string, kind: ImageKind) =>
    url !== null && stills.size < maxStills && stills.set(url, { url, color, kind })
  add(series.backdrop_url, series.backdrop_color, 'backdrop')
  for (const episode of episodes) add(episode.thumbnail_url, episode.thumbnail_color, 'thumbnail')
  return [...stills.values()]
}

/** The pictures of a work. */
function Gallery({ series, episodes }: { series: Series; episodes: readonly EpisodeListItem[] }) {
  const first = episodes.find(({ id }) => id === series.first_episode_id)
  const stills = first?.episode_video_orientation === 'vertical' ? [] : stillsOf(series, episodes)
  // A single picture is the one above.
  if (stills.length < 2) return null
  return (
    <div className="mt-12 md:mt-16">
      <Rail title={titleMessages.gallery} cardShape="landscape">
        {stills.map((still, index) => (
          <StillCard
            key={still.url}
            still={still}
            label={titleMessages.still(series.title, index + 1)}
          />
        ))}
      </Rail>
    </div>
  )
}

/** A picture that opens in a dialog. */
function StillCard({ still, label }: { still: Still; label: string }) {
  const { url, color, kind } = still
  return (
    <ResponsiveImage
      url={url}
      kind={kind}
      color={color}
      sizes={landscapeImageSizes}
      className="group hover-zoom rounded-card shadow-card"
    >
      <button
        type="button"
        aria-label={label}
        onClick={() =>
          void dialogs.open({ label }, (close) => (
            <DialogBody title={label} onClose={() => close()}>
              <img
                src={imageUrlAtWidth(url, kind, imageWidths[kind][1])}
                srcSet={imageSrcset(url, kind)}
                sizes="28rem"
                alt={label}
                className="aspect-video w-full rounded-card object-cover"
                style={{ backgroundColor: color }}
              />
            </DialogBody>
          ))
        }
        className="absolute inset-0 focus-visible:-outline-offset-3"
      />
    </ResponsiveImage>
  )
}
