import { soonCopy } from '#web/copy/soon.ts'
import { Soon } from '#web/features/soon/soon.tsx'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/mypage.ts'

const words = soonCopy.accounts

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: words.title,
    description: words.detail,
    path: location.pathname,
    hidden: true,
  })
}

export default function Accounts() {
  return <Soon icon="person" title={words.title} lead={words.lead} detail={words.detail} />
}
