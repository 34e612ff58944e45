import { cancelMessages } from './messages.ko.ts'
import { CancelResult, CancelPending } from './cancel-result.tsx'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { cancelSuccessPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/cancel-success.route.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = cancelMessages
  return pageMeta(matches, { title, description, path: cancelSuccessPath, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: CancelPending }

export default function CancelSuccess() {
  return <CancelResult failed={false} />
}
