import { soonCopy } from '#web/copy/soon.ts'
import { mypageEntries } from '#web/features/mypage/entries.ts'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { homePath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/notice.tsx'
import type { Route } from './+types/soon-mypage.ts'

const words = soonCopy.mypage

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: words.title,
    description: words.detail,
    path: location.pathname,
    hidden: true,
  })
}

/** Pages that come later: they have their place, and say so. */
export default function SoonMypage({ params }: Route.ComponentProps) {
  const entry = mypageEntries.find(({ to }) => to.endsWith(`/${params['*']}`))
  return (
    <MypageFrame title={entry?.title ?? words.title}>
      <EmptyState
        icon={entry?.icon ?? 'bookmark'}
        title={soonCopy.badge}
        actions={
          <ButtonLink to={homePath} look="primary" icon="home">
            {soonCopy.home}
          </ButtonLink>
        }
      >
        <p>{words.detail}</p>
      </EmptyState>
    </MypageFrame>
  )
}
