import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { plansCopy } from '#web/copy/plans.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { Queries } from '#web/data/queries.tsx'
import { openLogin } from '#web/features/login/open-login.ts'
import { openRefund } from '#web/features/refund/refund-dialog.tsx'
import { PlansPage } from '#web/features/subscription/plans-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { plansPath } from '#web/paths.ts'
import { refundOfCharge } from '#web/features/subscription/standing.tsx'
import type { Route } from './+types/plans.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { results } = await context.get(loaderCall)(viewerEndpoints.subscriptions.listPlans, {})
  return results
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = plansCopy
  return pageMeta(matches, { title, description, path: plansPath })
}

export default function Plans({ loaderData }: Route.ComponentProps) {
  return (
    <Queries>
      <PlansPage
        plans={loaderData}
        logIn={() => openLogin()}
        payBack={(subscription) => openRefund(refundOfCharge(subscription))}
      />
    </Queries>
  )
}
