import { mypageMessages } from '#web/features/account/mypage/messages.ko.ts'
import { useRouteHandle, type MypagePageHandle } from '#web/routing/route-handles.ts'
import { mypagePath } from '#web/routing/paths.ts'
import { SidebarLayout, type NavItem } from '#web/ui/layout/sidebar-layout.tsx'
import { mypageLinks, supportLink } from '#web/features/account/mypage/mypage-links.ts'
import { MemberOutlet } from './member-outlet.tsx'

const items: readonly NavItem[] = [
  { to: mypagePath, title: mypageMessages.entries.overview, icon: 'home', end: true },
  ...mypageLinks,
]

/** The layout of the account area. */
export default function MypageLayout() {
  const { title, hideMobileNav = false } = useRouteHandle<MypagePageHandle>()
  return (
    <SidebarLayout
      title={title}
      nav={mypageMessages.nav}
      items={items}
      exitItem={supportLink}
      hideMobileNav={hideMobileNav}
    >
      <MemberOutlet />
    </SidebarLayout>
  )
}
