import { recoveryCopy } from '#web/copy/recovery.ts'
import { customerServicePath } from '#web/paths.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const help = { to: customerServicePath, title: recoveryCopy.help }

/** A narrow page with one thing to do, and below it the quiet ways on. */
export function RecoveryFrame({
  icon,
  title,
  lead,
  ways = [],
  children,
}: {
  icon: IconName
  title: string
  lead?: string
  ways?: readonly { to: string; title: string }[]
  children: ReactNode
}) {
  return (
    <div className="gutter mx-auto w-full max-w-[34rem] pt-8 md:pt-16">
      <span className="mb-5 flex size-13 items-center justify-center rounded-full bg-gam-wash text-gam">
        <Icon name={icon} className="size-6" />
      </span>
      <h1 className="text-2xl font-extrabold md:text-3xl">{title}</h1>
      {lead && <p className="mt-2 text-base text-paper-2">{lead}</p>}
      <div className="mt-7">{children}</div>
      <ul className="mt-6 flex flex-wrap justify-center border-t border-line pt-4">
        {[...ways, help].map(({ to, title: name }) => (
          <li key={to} className="px-1">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center rounded-sm px-2 text-sm text-paper-2 hover:text-paper"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
