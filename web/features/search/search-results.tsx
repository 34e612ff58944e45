import { searchMessages } from './messages.ko.ts'
import { personPath, seriesPath, videoPath } from '#web/routing/paths.ts'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { Link } from 'react-router'
import type { SearchPage } from './load-search.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { PosterCard, type PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { searchUrl, type SearchParams, isFiltered, noFilters } from './search-params.ts'
import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { PlayBadge, episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { formatCount, formatTimecode } from '#web/lib/format.ts'
import { formatYear } from '#web/lib/format-basics.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { type ReactNode, useId } from 'react'
import type { CharacterHit, LineHit, SynopsisHit, TextSections } from './text-results.ts'
import { SectionHeading } from '#web/ui/layout/headings.tsx'

/** People, each with a rail of their titles. */
export function PersonResults({ people }: { people: SearchPage['people'] }) {
  if (people.length === 0) return null
  return (
    <section aria-label={searchMessages.people} className="mt-8 space-y-8 md:mt-10 md:space-y-10">
      {people.map(({ person, matched, matched_original, works }) => (
        <div key={person.id}>
          <div className="page-gutter mb-3">
            <div className="relative flex w-fit items-center gap-3">
              <Avatar name={person.name} />
              <p>
                <Link to={personPath(person.id)} className="stretched-link block font-semibold">
                  <Highlight text={person.name} ranges={matched} />
                </Link>
                {person.name_original && (
                  <span lang="und" className="block text-xs text-foreground-subtle">
                    <Highlight text={person.name_original} ranges={matched_original} />
                  </span>
                )}
              </p>
            </div>
          </div>
          <Rail title={searchMessages.titles_of(person.name)} cardShape="poster">
            {works.map((item) => (
              <PosterCard key={item.id} series={item} lines="truncate" />
            ))}
          </Rail>
        </div>
      ))}
    </section>
  )
}

/** Titles with the matches highlighted. `heading` is set where other result types are on the page. */
export function TitleResults({
  series,
  heading,
  onOpen,
}: {
  series: SearchPage['series']
  heading: boolean
  /** A work at a position from 0 is opened. */
  onOpen: (id: number, position: number) => void
}) {
  if (series.length === 0) return null
  return (
    <section aria-label={searchMessages.series} className="page-gutter mt-6 md:mt-8">
      {heading && <SectionHeading className="mb-4">{searchMessages.series}</SectionHeading>}
      <ul className="poster-grid">
        {series.map(({ series: item, matched }, position) => (
          <li key={item.id}>
            <PosterCard
              series={item}
              heading={heading ? 'h3' : 'h2'}
              title={<Highlight text={item.title} ranges={matched} />}
              onOpen={() => onOpen(item.id, position)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Works with the most similar names, if there are no results. */
export function NearestTitles({ series }: { series: SearchPage['nearest'] }) {
  if (series.length === 0) return null
  return (
    <Rail title={searchMessages.nearest} cardShape="poster">
      {series.map((item) => (
        <PosterCard key={item.id} series={item} lines="truncate" />
      ))}
    </Rail>
  )
}

/** The empty state of a search, with hints and links to other searches. */
export function NoResults({ params }: { params: SearchParams }) {
  const hasFilters = isFiltered(params)
  const isLineSearch = params.type === 'line'
  const alternative = {
    ...params,
    ...noFilters,
    page: 1,
    type: isLineSearch ? 'all' : 'line',
  } as const
  return (
    <EmptyState
      icon="search"
      title={searchMessages.no_results[params.type](params.q)}
      actions={
        <>
          {hasFilters && (
            <ButtonLink to={searchUrl({ ...params, ...noFilters, page: 1 })} variant="primary">
              {searchMessages.reset}
            </ButtonLink>
          )}
          {/* The search for everything has looked in the lines, too. */}
          {params.type !== 'all' && (
            <ButtonLink to={searchUrl(alternative)} icon={isLineSearch ? 'search' : 'chat'}>
              {isLineSearch ? searchMessages.to_all : searchMessages.to_lines}
            </ButtonLink>
          )}
        </>
      }
    >
      {hasFilters ? (
        <p>{searchMessages.filtered_hint}</p>
      ) : (
        <ul className="space-y-1">
          {(isLineSearch ? searchMessages.line_hints : searchMessages.hints).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}

/** Lines, synopses and roles below the names. A kind without results is not rendered. */
export function TextResultSections({
  params,
  sections: { lines, synopses, characters },
}: {
  params: SearchParams
  sections: TextSections
}) {
  return (
    <div className="mt-10 space-y-10 md:mt-14 md:space-y-14">
      <TextSection params={params} type="line" section={lines}>
        <LineList lines={lines.results} />
      </TextSection>
      <TextSection params={params} type="synopsis" section={synopses}>
        <SynopsisList synopses={synopses.results} />
      </TextSection>
      <TextSection params={params} type="character" section={characters}>
        <CharacterList characters={characters.results} />
      </TextSection>
    </div>
  )
}

function TextSection({
  params,
  type,
  section: { count, results },
  children,
}: {
  params: SearchParams
  type: 'line' | 'synopsis' | 'character'
  section: { count: number; results: readonly unknown[] }
  children: ReactNode
}) {
  const id = useId()
  const name = searchMessages.types[type]
  if (results.length === 0) return null
  return (
    <section aria-labelledby={id} className="page-gutter">
      <div className="mb-3 flex min-h-11 items-center justify-between gap-4 md:mb-4">
        <SectionHeading id={id}>
          {name}
          <span className="ml-2 text-sm font-normal text-foreground-subtle tabular-nums md:text-base">
            {formatCount(count)}
          </span>
        </SectionHeading>
        {count > results.length && (
          <Link
            to={searchUrl({ ...params, type, page: 1 })}
            aria-label={searchMessages.more_of(name)}
            className="-mr-2 flex min-h-11 shrink-0 items-center gap-1 px-2 text-sm text-foreground-muted hover:text-foreground"
          >
            {searchMessages.more}
            <Icon name="chevron_right" className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** `h2` where the list is the only one of the page. */
type HeadingProps = { heading?: 'h2' | 'h3' | undefined }

const columns = 'grid gap-x-8 gap-y-1 lg:grid-cols-2 2xl:grid-cols-3'
const row = 'group relative flex h-full items-start gap-4 py-3'

/** Spoken lines; each links to its second in the video. */
export function LineList({ lines, heading }: { lines: readonly LineHit[] } & HeadingProps) {
  return (
    <ul className={columns}>
      {lines.map((line) => (
        <li key={`${line.episode.id}-${line.language}-${line.seconds}`} className="min-w-0">
          <LineItem line={line} heading={heading} />
        </li>
      ))}
    </ul>
  )
}

function LineItem({
  line: { episode, language, seconds, text, highlights },
  heading: Heading = 'h3',
}: { line: LineHit } & HeadingProps) {
  const timecode = formatTimecode(seconds)
  const title = episodeFullTitle(episode)
  return (
    <div className={row}>
      <div className="relative w-30 shrink-0 overflow-hidden rounded-card shadow-card md:w-44">
        <ResponsiveImage
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 176px, 120px"
          className="transition-[filter] duration-(--duration-slow) group-hover:brightness-110"
        />
        <PlayBadge />
        <Badge tone="on_image" className="absolute right-2 bottom-2">
          {timecode}
        </Badge>
      </div>
      <div className="min-w-0 grow overflow-x-clip">
        <Heading className="line-clamp-3 text-base font-semibold break-words">
          <Link to={`${videoPath(episode.id)}?t=${Math.floor(seconds)}`} className="stretched-link">
            <span lang={language}>
              “<Highlight text={text} ranges={highlights} />”
            </span>
            <span className="sr-only">
              , {title}, {searchMessages.play_from(timecode)}
            </span>
          </Link>
        </Heading>
        <p
          aria-hidden="true"
          className="mt-1 flex items-center gap-2 text-xs text-foreground-subtle md:text-sm"
        >
          <AgeRatingBadge code={episode.age_rating} />
          <span className="line-clamp-1">{title}</span>
        </p>
      </div>
    </div>
  )
}

/** Works with the part of their synopsis that matches. */
export function SynopsisList({
  synopses,
  heading: Heading = 'h3',
}: { synopses: readonly SynopsisHit[] } & HeadingProps) {
  return (
    <ul className={columns}>
      {synopses.map(({ series, text, highlights }) => (
        <li key={series.id} className="min-w-0">
          <div className={row}>
            <SmallPoster series={series} />
            <div className="min-w-0 grow overflow-x-clip">
              <Heading className="truncate text-base font-semibold">
                <Link to={seriesPath(series.id)} className="stretched-link">
                  {series.title}
                </Link>
              </Heading>
              <p className="mt-1 line-clamp-3 text-sm text-foreground-muted">
                <Highlight text={text} ranges={highlights} />
              </p>
              <WorkFacts series={series} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Roles by the name of the character; each links to its work. */
export function CharacterList({
  characters,
  heading: Heading = 'h3',
}: { characters: readonly CharacterHit[] } & HeadingProps) {
  return (
    <ul className={columns}>
      {characters.map(({ series, person, character, highlights }) => (
        <li key={`${series.id}-${person.id}-${character}`} className="min-w-0">
          <div className={row}>
            <SmallPoster series={series} />
            <div className="min-w-0 grow overflow-x-clip">
              <Heading className="line-clamp-2 text-base font-semibold break-words">
                <Link to={seriesPath(series.id)} className="stretched-link">
                  <Highlight text={character} ranges={highlights} />
                  <span className="sr-only">, {series.title}</span>
                </Link>
              </Heading>
              <p className="mt-1 truncate text-sm text-foreground-muted">
                {searchMessages.played_by(person.name)}
              </p>
              <p aria-hidden="true" className="truncate text-sm text-foreground-subtle">
                {series.title}
              </p>
              <WorkFacts series={series} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

function SmallPoster({ series }: { series: PosterCardData }) {
  return (
    <div className="w-18 shrink-0 md:w-20">
      <ResponsiveImage
        url={series.poster_url}
        kind="poster"
        color={series.poster_color}
        sizes="(min-width: 48rem) 80px, 72px"
        placeholder={<PosterPlaceholder title={series.title} genre={series.genre} />}
        className="rounded-card shadow-card transition-[filter] duration-(--duration-slow) group-hover:brightness-110"
      />
    </div>
  )
}

function WorkFacts({
  series: { age_rating, released_on, is_upcoming },
}: {
  series: PosterCardData
}) {
  return (
    <p className="mt-1 flex items-center gap-2 text-xs text-foreground-subtle tabular-nums">
      <AgeRatingBadge code={age_rating} />
      {is_upcoming ? badgeMessages.upcoming : released_on && formatYear(released_on)}
    </p>
  )
}
