import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { LazyCardLikeOverlay } from '#web/features/library/wishlist/lazy-card-like-overlay.tsx'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { LoadingOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'

/** Everything above the page. @param press a touch in progress. */
export function Overlays({ press }: { press: PointerEvent | undefined }) {
  return (
    <>
      <LazyCardLikeOverlay signIn={openLoginDialog} press={press} />
      <ToastRegion />
      <DialogHost />
      <LoadingOverlay />
    </>
  )
}
