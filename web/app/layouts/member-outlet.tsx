import { useRouteHandle, type MemberPageHandle } from '#web/routing/route-handles.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { RequireMember } from '#web/session/require-member.tsx'
import { Outlet } from 'react-router'

/** The page of a layout for members. */
export function MemberOutlet() {
  const { Skeleton, isProfileNeeded = true } = useRouteHandle<MemberPageHandle>()
  return (
    <RequireMember skeleton={<Skeleton />} isProfileNeeded={isProfileNeeded}>
      <MemberQueryProvider>
        <Outlet />
      </MemberQueryProvider>
    </RequireMember>
  )
}
