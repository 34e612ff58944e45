import { unregisterCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { UnregisterOutcome, UnregisterWaiting } from './cancel-result.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { unregisterSuccessPath } from '#web/routing/paths.ts'
import type { Route } from './+types/cancel-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = unregisterCopy
  return pageMeta(matches, { title, description, path: unregisterSuccessPath, hidden: true })
}

export default function UnregisterSuccess() {
  return (
    <MemberOnly skeleton={<UnregisterWaiting />}>
      {() => (
        <Queries>
          <UnregisterOutcome failed={false} />
        </Queries>
      )}
    </MemberOnly>
  )
}
