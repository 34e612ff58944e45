import { ClosedToChildren } from '#web/features/account/profiles/closed-to-children.tsx'
import { profilesPath } from '#web/routing/account-paths.ts'
import { useLocation } from 'react-router'
import { MemberOutlet } from './member-outlet.tsx'

/** The layout of members' pages without a frame: profiles, and the results of payments. */
export default function MemberLayout() {
  const { pathname } = useLocation()
  if (pathname.startsWith(profilesPath)) return <MemberOutlet />
  return (
    <ClosedToChildren>
      <MemberOutlet />
    </ClosedToChildren>
  )
}
