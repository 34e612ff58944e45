import { mypageMessages } from '#web/features/account/mypage/messages.ko.ts'
import { mypagePath } from '#web/routing/paths.ts'
import { SidebarLayout, type NavItem } from '#web/ui/layout/sidebar-layout.tsx'
import type { ReactNode } from 'react'
import { mypageLinks, supportLink } from '#web/features/account/mypage/mypage-links.ts'

const ways: readonly NavItem[] = [
  { to: mypagePath, title: mypageMessages.entries.overview, icon: 'home', end: true },
  ...mypageLinks,
]

/** What stands around each of the member's pages. `bare` where the page is itself a list of the others. */
export function MypageLayout({
  title,
  hideMobileNav: bare = false,
  children,
}: {
  title: string
  hideMobileNav?: boolean
  children: ReactNode
}) {
  return (
    <SidebarLayout
      title={title}
      nav={mypageMessages.nav}
      items={ways}
      exitItem={supportLink}
      hideMobileNav={bare}
    >
      {children}
    </SidebarLayout>
  )
}
