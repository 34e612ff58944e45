import { unregisterCopy } from '#web/copy/subscription.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import {
  UnregisterOutcome,
  UnregisterWaiting,
} from '#web/features/subscription/unregister-outcome.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { unregisterFailPath } from '#web/paths.ts'
import type { Route } from './+types/unregister-fail.ts'

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
