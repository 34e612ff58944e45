import { searchCopy } from '#web/copy/search.ts'
import { searchFor } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useRecent } from './recent.ts'

/** What was looked for on this device, on the page of the search. */
export function Recent() {
  const { recent, add, drop, dropAll } = useRecent()
  const heading = useRef<HTMLHeadingElement>(null)
  if (recent.length === 0) return null
  return (
    <section aria-labelledby="recent" className="gutter mt-6">
      <div className="flex max-w-2xl items-center justify-between">
        <h2
          id="recent"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-bold outline-none md:text-2xl"
        >
          {searchCopy.recent}
        </h2>
        <Button look="quiet" onClick={dropAll}>
          {searchCopy.drop_all}
        </Button>
      </div>
      <ul className="mt-1 max-w-2xl">
        {recent.map((word) => (
          <li key={word} className="flex items-center">
            <Link
              to={searchFor(word)}
              onClick={() => add(word)}
              className="flex h-12 min-w-0 grow items-center gap-3 text-base hover:text-gam-bright"
            >
              <Icon name="clock" className="size-4.5 text-paper-3" />
              <span className="truncate">{word}</span>
            </Link>
            <button
              type="button"
              aria-label={searchCopy.drop(word)}
              title={searchCopy.drop(word)}
              onClick={() => {
                drop(word)
                // The button goes with its line.
                heading.current?.focus()
              }}
              className="flex size-11 shrink-0 items-center justify-center rounded-lg text-paper-3 hover:bg-surface-2 hover:text-paper"
            >
              <Icon name="close" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
