import type { Credit } from '#contract/contents/contents.ts'
import { workCopy } from '#web/copy/work.ts'
import { searchFor } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link } from 'react-router'

/** Who made it and who is in it; each leads to what else they did. */
export function People({ people }: { people: readonly Credit[] }) {
  if (people.length === 0) return null
  return (
    <section aria-labelledby="people" className="mt-12 md:mt-16">
      <h2 id="people" className="gutter mb-4 text-lg font-bold md:text-2xl">
        {workCopy.people}
      </h2>
      <ul className="shelf">
        {people.map(({ id, name, role, character }) => (
          <li key={`${id}-${role}`} className="w-52">
            <Link
              to={searchFor(name)}
              className="flex min-h-16 items-center gap-3 rounded-xl bg-surface px-3.5 py-3 transition-colors duration-(--quick) hover:bg-surface-2"
            >
              <Avatar name={name} />
              <span className="min-w-0">
                <span className="block truncate text-sm font-semibold md:text-base">{name}</span>
                <span className="block truncate text-xs text-paper-3">
                  {role === 'cast' && character
                    ? workCopy.as_character(character)
                    : workCopy.roles[role]}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
