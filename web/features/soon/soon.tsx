import { soonCopy } from '#web/copy/soon.ts'
import { homePath } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'

/** An area that is on its way: what it will be, and what one can do meanwhile. */
export function Soon({
  icon,
  title,
  lead,
  detail,
  actions,
}: {
  icon: IconName
  title: string
  lead: string
  detail: string
  actions?: ReactNode
}) {
  return (
    <div className="gutter flex min-h-[72dvh] items-center justify-center pt-(--header)">
      <div className="relative w-full max-w-lg overflow-hidden rounded-2xl bg-surface px-6 py-12 text-center inset-ring inset-ring-line md:px-12">
        <span
          aria-hidden="true"
          className="absolute -top-28 left-1/2 size-64 -translate-x-1/2 rounded-full bg-gam/25 blur-3xl"
        />
        <div className="relative flex flex-col items-center">
          <span className="mb-6 flex size-18 items-center justify-center rounded-full bg-gam text-on-gam">
            <Icon name={icon} className="size-8" />
          </span>
          <Badge tone="wash">{soonCopy.badge}</Badge>
          <h1 className="mt-3 text-sm font-semibold text-paper-3">{title}</h1>
          <p className="mt-1 text-2xl font-extrabold md:text-3xl">{lead}</p>
          <p className="mt-4 text-base text-paper-2">{detail}</p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            {actions}
            <ButtonLink to={homePath} look={actions ? 'plain' : 'primary'} icon="home">
              {soonCopy.home}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
