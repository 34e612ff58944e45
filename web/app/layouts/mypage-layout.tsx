import { mypageMessages } from '#web/features/account/mypage/messages.ko.ts'
import { mypagePath } from '#web/routing/paths.ts'
import { SidebarLayout, type NavItem } from '#web/ui/layout/sidebar-layout.tsx'
import type { ReactNode } from 'react'
import { mypageLinks, supportLink } from '#web/features/account/mypage/mypage-links.ts'

const items: readonly NavItem[] = [
  { to: mypagePath, title: mypageMessages.entries.overview, icon: 'home', end: true },
  ...mypageLinks,
]

/** The layout of the member's pages. Set `hideMobileNav` on the page that lists the others. */
export function MypageLayout({
  title,
  hideMobileNav = false,
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
      items={items}
      exitItem={supportLink}
      hideMobileNav={hideMobileNav}
    >
      {children}
    </SidebarLayout>
  )
}
