import { mypageMessages } from '#web/features/account/mypage/messages.ko.ts'
import { useRouteHandle, type MypagePageHandle } from '#web/routing/route-handles.ts'
import { SidebarLayout } from '#web/ui/layout/sidebar-layout.tsx'
import {
  childMypageItems,
  childPaths,
  mypageItems,
  supportLink,
} from '#web/features/account/mypage/mypage-links.ts'
import { ClosedToChildren } from '#web/features/account/profiles/closed-to-children.tsx'
import { useIsChild } from '#web/session/auth-store.ts'
import { mypagePath } from '#web/routing/paths.ts'
import { historyPath } from '#web/routing/account-paths.ts'
import { Navigate, useLocation } from 'react-router'
import { MemberOutlet } from './member-outlet.tsx'

/** The layout of the account area. */
export default function MypageLayout() {
  const { title, hideMobileNav = false, isWide = false } = useRouteHandle<MypagePageHandle>()
  const isChild = useIsChild()
  const { pathname } = useLocation()
  // A children's profile has no overview.
  if (isChild && pathname === mypagePath) return <Navigate to={historyPath} replace />
  return (
    <SidebarLayout
      title={title}
      nav={mypageMessages.nav}
      items={isChild ? childMypageItems : mypageItems}
      exitItem={supportLink}
      hideMobileNav={hideMobileNav && !isChild}
      isWide={isWide}
    >
      {childPaths.includes(pathname.replace(/\/\d+$/, '')) ? (
        <MemberOutlet />
      ) : (
        <ClosedToChildren>
          <MemberOutlet />
        </ClosedToChildren>
      )}
    </SidebarLayout>
  )
}
