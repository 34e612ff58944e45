import { historyCopy } from '#web/copy/history.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { HistoryPage, HistorySkeleton } from '#web/features/history/history-page.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { videosPath } from '#web/paths.ts'
import type { Route } from './+types/videos.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = historyCopy
  return pageMeta(matches, { title, description, path: videosPath, hidden: true })
}

export default function Videos() {
  return (
    <MypageFrame title={historyCopy.title}>
      <MemberOnly skeleton={<HistorySkeleton />}>
        {() => (
          <Queries>
            <HistoryPage />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
