import { mypageCopy } from '#web/features/account/mypage/messages.ko.ts'
import { mypagePath } from '#web/routing/paths.ts'
import { AreaFrame, type AreaWay } from '#web/ui/layout/sidebar-layout.tsx'
import type { ReactNode } from 'react'
import { mypageEntries, supportEntry } from '#web/features/account/mypage/mypage-links.ts'

const ways: readonly AreaWay[] = [
  { to: mypagePath, title: mypageCopy.entries.overview, icon: 'home', end: true },
  ...mypageEntries,
]

/** What stands around each of the member's pages. `bare` where the page is itself a list of the others. */
export function MypageFrame({
  title,
  bare = false,
  children,
}: {
  title: string
  bare?: boolean
  children: ReactNode
}) {
  return (
    <AreaFrame title={title} nav={mypageCopy.nav} ways={ways} aside={supportEntry} bare={bare}>
      {children}
    </AreaFrame>
  )
}
