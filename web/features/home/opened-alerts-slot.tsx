import { useAuth } from '#web/session/auth-store.ts'
import { lazy, Suspense } from 'react'

/** Loaded for members only. If the chunk fails to load, home shows no rail. */
const OpenedAlertsRail = lazy(() =>
  import('./opened-alerts-rail.tsx').then(
    (module) => ({ default: module.OpenedAlertsRail }),
    () => ({ default: () => <></> }),
  ),
)

/** The series that the member waited for. */
export function OpenedAlertsSlot() {
  const { state } = useAuth()
  if (state !== 'signed_in') return null
  return (
    <Suspense>
      <OpenedAlertsRail />
    </Suspense>
  )
}
