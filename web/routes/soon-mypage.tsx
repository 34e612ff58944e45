import { soonCopy } from '#web/copy/soon.ts'
import { Soon } from '#web/features/soon/soon.tsx'
import { pageMeta } from '#web/page-meta.ts'
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

export default function Mypage() {
  return <Soon icon="bookmark" title={words.title} lead={words.lead} detail={words.detail} />
}
