import { personPath } from '#web/routing/paths.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Link } from 'react-router'

/** A person by picture, or by initials on a colour of the name, with a link to their page. */
export function PersonCard({ id, name, detail }: { id: number; name: string; detail: string }) {
  return (
    <Link
      to={personPath(id)}
      className="group block rounded-card text-center focus-visible:outline-offset-4"
    >
      <Avatar name={name} size="fill" className="hover-lift shadow-card" />
      <span className="mt-2 block truncate text-sm font-semibold md:text-base">{name}</span>
      <span className="block truncate text-xs text-foreground-subtle md:text-sm">{detail}</span>
    </Link>
  )
}
