import { clockText } from '#web/lib/format.ts'
import { searchCopy } from './messages.ko.ts'
import { videoAt } from '#web/routing/paths.ts'
import { AgeBadge } from '#web/features/catalog/cards/content-badges.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { nameOf, PlayMark } from '#web/features/catalog/cards/episode-card.tsx'
import { Marked } from '#web/ui/layout/highlight.tsx'
import { Picture } from '#web/ui/base/responsive-image.tsx'
import { Link } from 'react-router'
import type { FoundLine, SearchPage } from './load-search.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Row } from '#web/features/catalog/cards/rail.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { addressOf, type Asked, isFiltered, unfiltered } from './search-params.ts'

/** Lines that are spoken; each leads to its second in the film. */
export function FoundLines({ lines }: { lines: readonly FoundLine[] }) {
  return (
    <ul className="gutter mt-4 max-w-4xl divide-y divide-line md:mt-6">
      {lines.map((line) => (
        <li key={`${line.episode.id}-${line.language}-${line.seconds}`}>
          <Line {...line} />
        </li>
      ))}
    </ul>
  )
}

function Line({ episode, language, seconds, text, highlights: matched }: FoundLine) {
  const clock = clockText(seconds)
  return (
    <article className="group relative flex items-center gap-4 py-4 md:gap-6">
      <div className="relative w-30 shrink-0 overflow-hidden rounded-md shadow-card md:w-48">
        <Picture
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 192px, 120px"
          className="transition-[filter] duration-(--calm) group-hover:brightness-110"
        />
        <PlayMark />
        <Badge tone="dark" className="absolute right-1.5 bottom-1.5">
          {clock}
        </Badge>
      </div>
      <div className="min-w-0">
        <h2 className="text-base font-semibold break-words md:text-lg">
          <Link to={videoAt(episode.id, seconds)} className="stretched">
            <span lang={language}>
              “<Marked text={text} matched={matched} />”
            </span>
            <span className="sr-only">
              , {nameOf(episode)}, {searchCopy.from_second(clock)}
            </span>
          </Link>
        </h2>
        <p
          aria-hidden="true"
          className="mt-1.5 flex items-center gap-1.5 text-xs text-paper-3 md:text-sm"
        >
          <AgeBadge code={episode.age_rating} />
          <span className="line-clamp-1">{nameOf(episode)}</span>
        </p>
      </div>
    </article>
  )
}

/** People, each with a row of what he did. */
export function FoundPeople({ people }: { people: SearchPage['people'] }) {
  if (people.length === 0) return null
  return (
    <section aria-label={searchCopy.found_people} className="mt-8 space-y-8 md:mt-10 md:space-y-10">
      {people.map(({ person, matched, matched_original, works }) => (
        <div key={person.id}>
          <div className="gutter mb-3 flex items-center gap-3">
            <Avatar name={person.name} />
            <p>
              <span className="block font-semibold">
                <Marked text={person.name} matched={matched} />
              </span>
              {person.name_original && (
                <span lang="und" className="block text-xs text-paper-3">
                  <Marked text={person.name_original} matched={matched_original} />
                </span>
              )}
            </p>
          </div>
          <Row title={searchCopy.works_of(person.name)} shape="poster">
            {works.map((one) => (
              <PosterCard key={one.id} series={one} lines="truncate" />
            ))}
          </Row>
        </div>
      ))}
    </section>
  )
}

/** Works, with what matched marked in their titles. `heading` where something else stands beside them. */
export function FoundWorks({
  series,
  heading,
}: {
  series: SearchPage['series']
  heading: boolean
}) {
  if (series.length === 0) return null
  return (
    <section aria-label={searchCopy.found_series} className="gutter mt-6 md:mt-8">
      {heading && <h2 className="mb-4 text-lg font-bold md:text-2xl">{searchCopy.found_series}</h2>}
      <ul className="poster-grid">
        {series.map(({ series: one, matched }) => (
          <li key={one.id}>
            <PosterCard
              series={one}
              heading={heading ? 'h3' : 'h2'}
              title={<Marked text={one.title} matched={matched} />}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Nothing was found: what may have been wrong, and where else to look. */
export function NothingFound({ asked }: { asked: Asked }) {
  const filtered = isFiltered(asked)
  const isLine = asked.type === 'line'
  const elsewhere = { ...asked, ...unfiltered, page: 1, type: isLine ? 'all' : 'line' } as const
  return (
    <EmptyState
      icon="search"
      title={searchCopy.nothing[asked.type](asked.q)}
      actions={
        <>
          {filtered && (
            <ButtonLink to={addressOf({ ...asked, ...unfiltered, page: 1 })} look="primary">
              {searchCopy.reset}
            </ButtonLink>
          )}
          <ButtonLink to={addressOf(elsewhere)} icon={isLine ? 'search' : 'chat'}>
            {isLine ? searchCopy.to_all : searchCopy.to_lines}
          </ButtonLink>
        </>
      }
    >
      {filtered ? (
        <p>{searchCopy.filtered_hint}</p>
      ) : (
        <ul className="space-y-1">
          {(isLine ? searchCopy.line_hints : searchCopy.hints).map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
    </EmptyState>
  )
}
