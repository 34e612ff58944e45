import { clockText } from '#web/copy/clock.ts'
import { searchCopy } from '#web/copy/search.ts'
import { videoAt } from '#web/paths.ts'
import { AgeBadge, Badge } from '#web/ui/badge.tsx'
import { nameOf, PlayMark } from '#web/ui/episode-card.tsx'
import { Marked } from '#web/ui/marked.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Link } from 'react-router'
import type { FoundLine } from './read-search.ts'

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
