import { lazyOrNothing } from '#web/ui/base/lazy-or-nothing.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { Suspense } from 'react'

/** Loaded for members only. If the chunk fails to load, home shows no rail. */
const OpenedAlertsRail = lazyOrNothing(() =>
  import('./opened-alerts-rail.tsx').then(({ OpenedAlertsRail }) => OpenedAlertsRail),
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
