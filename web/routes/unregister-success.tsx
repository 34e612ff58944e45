import { unregisterCopy } from '#web/copy/subscription.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import {
  UnregisterOutcome,
  UnregisterWaiting,
} from '#web/features/subscription/unregister-outcome.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { unregisterSuccessPath } from '#web/paths.ts'
import type { Route } from './+types/unregister-success.ts'

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
