import { pageMeta } from '#web/routing/page-meta.ts'
import { playbackCheckPath } from '#web/routing/account-paths.ts'
import { SupportLayout } from '#web/features/support/support-layout.tsx'
import type { Route } from './+types/playback-check.route.ts'
import { selfCheckMessages as messages } from './messages.ko.ts'
import { SelfCheck } from './self-check.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: messages.title,
    description: messages.intro,
    path: playbackCheckPath,
  })
}

export default function PlaybackCheck() {
  return (
    <SupportLayout title={messages.title}>
      <SelfCheck />
    </SupportLayout>
  )
}
