import { supportCopy } from '#web/copy/support.ts'
import { useAuth } from '#web/data/auth.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { ErrorScreen } from '#web/features/frame/error-screen.tsx'
import { FrontDoor } from '#web/features/support/front-door.tsx'
import { readFrontDoor } from '#web/features/support/read-front-door.ts'
import { SupportFailed } from '#web/features/support/support-failed.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { customerServicePath } from '#web/paths.ts'
import { lazy, Suspense } from 'react'
import type { Route } from './+types/customer-service.ts'

/** With its library, for members alone; where it does not come, the page is as for everybody. */
const OpenInquiries = lazy(() =>
  import('#web/features/inquiries/open-inquiries.tsx').then(
    (module) => ({ default: module.OpenInquiries }),
    () => ({ default: () => <></> }),
  ),
)

export async function loader({ context }: Route.LoaderArgs) {
  return readFrontDoor(context.get(loaderCall))
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = supportCopy
  return pageMeta(matches, { title, description, path: customerServicePath })
}

export default function CustomerService({ loaderData }: Route.ComponentProps) {
  const { state } = useAuth()
  return (
    <FrontDoor
      data={loaderData}
      mine={
        state === 'signed_in' && (
          <Suspense>
            <OpenInquiries />
          </Suspense>
        )
      }
    />
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SupportFailed
      error={error}
      title={supportCopy.title}
      missing={<ErrorScreen error={error} />}
    />
  )
}
