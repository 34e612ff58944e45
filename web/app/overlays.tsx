import { cardExtras, type CardButtonsProps } from '#web/features/catalog/cards/card.tsx'
import { useRailKeys } from '#web/features/catalog/cards/rail-controls.tsx'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { LoadingOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Suspense, useEffect } from 'react'
import { useSkeletonKind } from './navigation-skeleton.tsx'

/** If they fail to load, cards have no buttons. */
const CardButtons = lazyOrNothing(() =>
  import('#web/features/library/wishlist/card-buttons.tsx').then(({ CardButtons }) => CardButtons),
)

cardExtras.resolve({
  Buttons: (props: CardButtonsProps) => (
    <Suspense>
      <CardButtons {...props} />
    </Suspense>
  ),
  onTouch: (...touch) =>
    void import('#web/features/library/wishlist/card-sheet.tsx').then(
      ({ openOnLongPress }) => openOnLongPress(...touch),
      () => {},
    ),
})

/** Everything above the page, and the arrow keys of rails. */
export function Overlays() {
  useEffect(repeatEarlyPointing, [])
  useRailKeys()
  const isDimmed = useSkeletonKind() === undefined
  return (
    <>
      <ToastRegion />
      <DialogHost />
      <LoadingOverlay isDimmed={isDimmed} />
    </>
  )
}

/** Repeats the events by which cards show their buttons: pointer and focus may have come before the page was interactive. */
function repeatEarlyPointing() {
  const options = { bubbles: true, pointerType: 'mouse' }
  if (matchMedia('(hover: hover)').matches)
    document.querySelector('article:hover')?.dispatchEvent(new PointerEvent('pointerover', options))
  document.activeElement?.closest('article')?.dispatchEvent(new FocusEvent('focusin', options))
}
