import { useRailKeys } from '#web/features/catalog/cards/rail-controls.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { LazyCardLikeOverlay } from '#web/features/library/wishlist/lazy-card-like-overlay.tsx'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { LoadingOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { useSkeletonKind } from './navigation-skeleton.tsx'

/** Everything above the page, and the arrow keys of rails. @param press a touch in progress. */
export function Overlays({ press }: { press: PointerEvent | undefined }) {
  useRailKeys()
  const isDimmed = useSkeletonKind() === undefined
  return (
    <>
      <LazyCardLikeOverlay signIn={openLoginDialog} press={press} />
      <ToastRegion />
      <DialogHost />
      <LoadingOverlay isDimmed={isDimmed} />
    </>
  )
}
