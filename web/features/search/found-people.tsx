import { searchCopy } from '#web/copy/search.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Marked } from '#web/ui/marked.tsx'
import { PosterCard } from '#web/ui/poster-card.tsx'
import { Row } from '#web/ui/row.tsx'
import type { SearchPage } from './read-search.ts'

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
