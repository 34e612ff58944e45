import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { logOut } from '#web/session/log-out.ts'
import { TableSkeleton } from '#web/features/studio/list/query-content.tsx'
import { studioPath } from '#web/routing/studio-paths.ts'
import {
  RequireStaff,
  useIsStaffDenied,
  RequireRole,
} from '#web/features/studio/common/require-staff.tsx'
import { studioPageTitle } from '#web/features/studio/common/studio-navigation.ts'
import { StudioShell } from '#web/features/studio/common/studio-shell.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath } from '#web/routing/paths.ts'
import sheet from '#web/styles/studio.css?url'
import { Outlet, useNavigate } from 'react-router'
import type { Route } from './+types/studio-layout.route.ts'

export function meta({ matches, location }: Route.MetaArgs) {
  const { title: studio, description } = studioMessages
  const title = [studioPageTitle(location.pathname), studio].filter(Boolean).join(' · ')
  return pageMeta(matches, { title, description, path: studioPath, noindex: true })
}

/** A style sheet of its own, so that public pages do not load it. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: sheet }]

export default function Studio() {
  return (
    <StaffQueryProvider>
      <StudioLayout />
    </StaffQueryProvider>
  )
}

function StudioLayout() {
  return (
    <StudioShell account={<StudioAccount />} isDenied={useIsStaffDenied()}>
      <RequireStaff skeleton={<StudioSkeleton />}>
        <RequireRole>
          <Outlet />
        </RequireRole>
      </RequireStaff>
    </StudioShell>
  )
}

function StudioSkeleton() {
  return (
    <>
      <h1 className="sr-only">{studioMessages.title}</h1>
      <TableSkeleton />
    </>
  )
}

function StudioAccount() {
  const { user, state } = useAuth()
  const navigate = useNavigate()
  if (state !== 'signed_in') return null
  return (
    <div className="flex items-center gap-2 pb-1 pl-3">
      {user.profile && <ProfileAvatar profile={user.profile} size="sm" />}
      <p className="min-w-0 grow truncate text-sm font-semibold">{user.username}</p>
      <button
        type="button"
        onClick={() => void logOut(() => navigate(homePath))}
        className="min-h-11 shrink-0 rounded-control px-3 text-xs text-foreground-subtle hover:bg-surface hover:text-foreground"
      >
        {studioMessages.log_out}
      </button>
    </div>
  )
}
