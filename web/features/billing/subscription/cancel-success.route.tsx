import { cancelMessages } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { CancelResult, CancelPending } from './cancel-result.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { cancelSuccessPath } from '#web/routing/paths.ts'
import type { Route } from './+types/cancel-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = cancelMessages
  return pageMeta(matches, { title, description, path: cancelSuccessPath, noindex: true })
}

export default function CancelSuccess() {
  return (
    <RequireMember skeleton={<CancelPending />}>
      {() => (
        <MemberQueryProvider>
          <CancelResult failed={false} />
        </MemberQueryProvider>
      )}
    </RequireMember>
  )
}
