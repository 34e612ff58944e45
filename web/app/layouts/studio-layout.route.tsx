import { studioCopy } from '#web/features/studio/common/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Queries } from '#web/session/member-query-client.tsx'
import { logOut } from '#web/session/log-out.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioInquiriesPath, studioPath, studioReviewsPath } from '#web/routing/studio-paths.ts'
import { StaffOnly, useAtDoor } from '#web/features/studio/common/require-staff.tsx'
import { nameAt, StudioFrame } from '#web/features/studio/common/studio-shell.tsx'
import { WaitingInquiries, WaitingReviews } from '#web/features/studio/service/pending-badges.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath } from '#web/routing/paths.ts'
import sheet from '#web/styles/studio.css?url'
import { Outlet, useNavigate } from 'react-router'
import type { Route } from './+types/studio-layout.route.ts'

/** Of every page of the studio: whoever has several open tells them apart. */
export function meta({ matches, location }: Route.MetaArgs) {
  const { title: studio, description } = studioCopy
  const title = [nameAt(location.pathname), studio].filter(Boolean).join(' · ')
  return pageMeta(matches, { title, description, path: studioPath, hidden: true })
}

/** Its own sheet: what the studio alone looks like is on no page of a viewer. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

export default function Studio() {
  return (
    <Queries>
      <Framed />
    </Queries>
  )
}

const badges = {
  [studioInquiriesPath]: <WaitingInquiries />,
  [studioReviewsPath]: <WaitingReviews />,
}

function Framed() {
  // The counts are asked for once it is known that staff is here: to anybody else the calls would be refused.
  const { user } = useAuth()
  return (
    <StudioFrame who={<Who />} atDoor={useAtDoor()} badges={user.is_staff ? badges : {}}>
      <StaffOnly skeleton={<Coming />}>
        <Outlet />
      </StaffOnly>
    </StudioFrame>
  )
}

/** Until it is known who is here. */
function Coming() {
  return (
    <>
      <h1 className="sr-only">{studioCopy.title}</h1>
      <TableSkeleton />
    </>
  )
}

function Who() {
  const { user, state } = useAuth()
  const navigate = useNavigate()
  if (state !== 'signed_in') return null
  return (
    <div className="flex items-center gap-2 pb-1 pl-3">
      <p className="min-w-0 grow truncate text-sm font-semibold">{user.username}</p>
      <button
        type="button"
        onClick={() => void logOut(() => navigate(homePath))}
        className="min-h-11 shrink-0 rounded-lg px-3 text-xs text-paper-3 hover:bg-surface hover:text-paper"
      >
        {studioCopy.log_out}
      </button>
    </div>
  )
}
