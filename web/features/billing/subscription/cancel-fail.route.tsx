import { cancelMessages } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { CancelResult, CancelPending } from './cancel-result.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { cancelFailPath } from '#web/routing/paths.ts'
import type { Route } from './+types/cancel-fail.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = cancelMessages
  return pageMeta(matches, { title, description, path: cancelFailPath, noindex: true })
}

export default function CancelFailure() {
  return (
    <RequireMember skeleton={<CancelPending />}>
      {() => (
        <MemberQueryProvider>
          <CancelResult failed />
        </MemberQueryProvider>
      )}
    </RequireMember>
  )
}
