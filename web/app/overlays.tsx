import { cardExtras, type CardButtonsProps } from '#web/features/catalog/cards/card.tsx'
import { useRailKeys } from '#web/features/catalog/cards/rail-controls.tsx'
import { DialogHost } from '#web/ui/dialog/dialog.tsx'
import { LoadingOverlay } from '#web/ui/feedback/loading-overlay.tsx'
import { ToastRegion } from '#web/ui/feedback/toast-region.tsx'
import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useSkeletonKind } from './navigation-skeleton.tsx'

/** If they fail to load, cards have no buttons. */
const CardButtons = lazyOrNothing(() =>
  import('#web/features/library/wishlist/card-buttons.tsx').then(({ CardButtons }) => CardButtons),
)

/** Loaded when another device of the profile reports a player. */
const RemoteBar = lazyOrNothing(() =>
  import('./remote/remote-bar.tsx').then(({ RemoteBar }) => RemoteBar),
)

/** Loaded on televisions only. */
const Television = lazyOrNothing(() =>
  import('./television/television.tsx').then(({ Television }) => Television),
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

/** Opens the list of keys at `?`, unless the page handles it itself, as the player and the studio do. */
export function openHelpOnKey(event: KeyboardEvent): void {
  const { key, target } = event
  if (key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
  if (target instanceof Element && target.closest('input, textarea, select, dialog')) return
  // After the handlers of the page.
  setTimeout(() => {
    if (event.defaultPrevented) return
    import('./keyboard-help.tsx').then(
      ({ openKeyboardHelp }) => openKeyboardHelp(),
      () => {},
    )
  })
}

/** Whether another device has reported a player (`session/remote-players.ts`). */
const hasRemote = () => 'remote' in document.documentElement.dataset
function subscribeToRemote(run: () => void) {
  addEventListener('remoteplayer', run)
  return () => removeEventListener('remoteplayer', run)
}

/** Everything above the page, the arrow keys of rails, and the list of keys. */
export function Overlays() {
  useEffect(repeatEarlyPointing, [])
  useRailKeys()
  useEffect(() => {
    addEventListener('keydown', openHelpOnKey)
    return () => removeEventListener('keydown', openHelpOnKey)
  }, [])
  const hasRemotePlayer = useSyncExternalStore(subscribeToRemote, hasRemote)
  const isDimmed = useSkeletonKind() === undefined
  return (
    <>
      <ToastRegion />
      <DialogHost />
      <LoadingOverlay isDimmed={isDimmed} />
      {hasRemotePlayer && (
        <Suspense>
          <RemoteBar />
        </Suspense>
      )}
      {'tv' in document.documentElement.dataset && (
        <Suspense>
          <Television />
        </Suspense>
      )}
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
