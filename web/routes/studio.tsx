import { studioCopy } from '#web/copy/studio.ts'
import { useAuth } from '#web/data/auth.ts'
import { Queries } from '#web/data/queries.tsx'
import { TableSkeleton } from '#web/features/studio/data-table.tsx'
import { studioInquiriesPath, studioPath } from '#web/features/studio/paths.ts'
import { StaffOnly } from '#web/features/studio/staff-only.tsx'
import { StudioFrame } from '#web/features/studio/studio-frame.tsx'
import { WaitingBadge } from '#web/features/studio-service/waiting-badge.tsx'
import { pageMeta } from '#web/page-meta.ts'
import sheet from '#web/styles/studio.css?url'
import { Outlet } from 'react-router'
import type { Route } from './+types/studio.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = studioCopy
  return pageMeta(matches, { title, description, path: studioPath, hidden: true })
}

/** Its own sheet: what the studio alone looks like is on no page of a viewer. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

export default function Studio() {
  return (
    <Queries>
      <StudioFrame who={<Who />} badges={{ [studioInquiriesPath]: <Waiting /> }}>
        <StaffOnly skeleton={<TableSkeleton />}>
          <Outlet />
        </StaffOnly>
      </StudioFrame>
    </Queries>
  )
}

/** Asked for once it is known that staff is here: to anybody else the call would be refused. */
function Waiting() {
  const { user } = useAuth()
  return user.is_staff && <WaitingBadge />
}

function Who() {
  const { user } = useAuth()
  return <p className="truncate px-3 pb-1 text-sm font-semibold">{user.username}</p>
}
