import { useRailKeys } from '#web/features/catalog/cards/rail-keys.ts'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { LazyCardLikeOverlay } from '#web/features/library/wishlist/lazy-card-like-overlay.tsx'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { NavigationFeedback } from './destination-skeleton.tsx'

/** Everything above the page, and the arrow keys of rails. @param press a touch in progress. */
export function Overlays({ press }: { press: PointerEvent | undefined }) {
  useRailKeys()
  return (
    <>
      <LazyCardLikeOverlay signIn={openLoginDialog} press={press} />
      <ToastRegion />
      <DialogHost />
      <NavigationFeedback />
    </>
  )
}
