import { searchCopy } from '#web/copy/search.ts'
import { searchFor } from '#web/paths.ts'
import { ChipLink } from '#web/ui/chip.tsx'
import { PosterCard, type PosterSeries } from '#web/ui/poster-card.tsx'

/** What others look for: words to press and works to watch. */
export function Offered({
  words,
  series,
}: {
  words: readonly string[]
  series: readonly PosterSeries[]
}) {
  return (
    <>
      {words.length > 0 && (
        <section aria-labelledby="popular-words" className="gutter mt-8">
          <h2 id="popular-words" className="mb-3 text-lg font-bold md:text-2xl">
            {searchCopy.popular_words}
          </h2>
          <ol className="flex flex-wrap gap-2">
            {words.map((word, at) => (
              <li key={word} className="max-w-full">
                <ChipLink to={searchFor(word)} className="max-w-full">
                  <span
                    aria-hidden="true"
                    className={`font-bold tabular-nums ${at < 3 ? 'text-gam' : 'text-paper-3'}`}
                  >
                    {at + 1}
                  </span>
                  <span className="truncate">{word}</span>
                </ChipLink>
              </li>
            ))}
          </ol>
        </section>
      )}
      {series.length > 0 && (
        <section aria-labelledby="popular" className="gutter mt-10 md:mt-12">
          <h2 id="popular" className="mb-4 text-lg font-bold md:text-2xl">
            {searchCopy.popular}
          </h2>
          <ul className="poster-grid">
            {series.map((one) => (
              <li key={one.id}>
                <PosterCard series={one} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
