import { searchCopy } from '#web/copy/search.ts'
import { Marked } from '#web/ui/marked.tsx'
import { PosterCard } from '#web/ui/poster-card.tsx'
import type { SearchPage } from './read-search.ts'

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
