import { badgeMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { AgeRatingBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { episodeFullTitle, PlayBadge } from '#web/features/catalog/cards/episode-card.tsx'
import { PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import { formatCount, formatTimecode } from '#web/lib/format.ts'
import { formatYear } from '#web/lib/format-basics.ts'
import { seriesPath, videoPathAt } from '#web/routing/paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { searchMessages } from './messages.ko.ts'
import { searchUrl, type SearchParams } from './search-params.ts'
import type { CharacterHit, LineHit, SynopsisHit, TextSections } from './text-results.ts'

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
        <h2 id={id} className="text-lg font-bold md:text-2xl">
          {name}
          <span className="ml-2 text-sm font-normal text-foreground-subtle tabular-nums md:text-base">
            {formatCount(count)}
          </span>
        </h2>
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
const row = 'group relative flex h-full items-start gap-4 py-2.5'

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
      <div className="relative w-30 shrink-0 overflow-hidden rounded-md shadow-card md:w-44">
        <ResponsiveImage
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 176px, 120px"
          className="transition-[filter] duration-(--duration-slow) group-hover:brightness-110"
        />
        <PlayBadge />
        <Badge tone="on_image" className="absolute right-1.5 bottom-1.5">
          {timecode}
        </Badge>
      </div>
      <div className="min-w-0 grow overflow-x-clip">
        <Heading className="line-clamp-3 text-base font-semibold break-words">
          <Link to={videoPathAt(episode.id, seconds)} className="stretched-link">
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
          className="mt-1 flex items-center gap-1.5 text-xs text-foreground-subtle md:text-sm"
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
              <p className="mt-0.5 truncate text-sm text-foreground-muted">
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
        className="rounded-md shadow-card transition-[filter] duration-(--duration-slow) group-hover:brightness-110"
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
    <p className="mt-1 flex items-center gap-1.5 text-xs text-foreground-subtle tabular-nums">
      <AgeRatingBadge code={age_rating} />
      {is_upcoming ? badgeMessages.upcoming : released_on && formatYear(released_on)}
    </p>
  )
}
