import { unregisterCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { UnregisterOutcome, UnregisterWaiting } from './cancel-result.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { unregisterFailPath } from '#web/routing/paths.ts'
import type { Route } from './+types/cancel-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = unregisterCopy
  return pageMeta(matches, { title, description, path: unregisterFailPath, hidden: true })
}

export default function UnregisterFail() {
  return (
    <MemberOnly skeleton={<UnregisterWaiting />}>
      {() => (
        <Queries>
          <UnregisterOutcome failed />
        </Queries>
      )}
    </MemberOnly>
  )
}
