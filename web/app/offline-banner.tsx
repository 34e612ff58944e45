import { appMessages } from './messages.ko.ts'
import { joinPath } from '#web/routing/paths.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import type { LayoutKind } from './layout-kind.ts'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * Reports that the browser is offline and holds navigations until it is online, because a failed one would end on an error
 * page. It does not cover the video of the player. The studio blocks navigations itself.
 */
export function OfflineBanner({ kind }: { kind: LayoutKind }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const [isHeld, setIsHeld] = useState(false)
  return (
    <div role="status">
      {!isOnline && (
        <p
          className={`page-gutter fixed inset-x-0 top-(--header-height) z-popup flex min-h-11 items-center justify-center gap-2 bg-surface-raised py-2 text-sm shadow-card ${
            kind === 'player'
              ? 'landscape:mx-auto landscape:w-fit landscape:rounded-full portrait:top-[56.25vw]'
              : ''
          }`}
        >
          <Icon name="offline" className="size-4.5 text-accent" />
          {isHeld ? appMessages.offline_held : appMessages.offline}
        </p>
      )}
      {/* A router supports one blocker, and studio pages have their own. */}
      {kind !== 'studio' && (!isOnline || isHeld) && (
        <NavigationHold isOnline={isOnline} onHeldChange={setIsHeld} />
      )}
    </div>
  )
}

function NavigationHold({
  isOnline,
  onHeldChange,
}: {
  isOnline: boolean
  onHeldChange: (isHeld: boolean) => void
}) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const from = currentLocation.pathname
    const to = nextLocation.pathname
    // The steps of joining are preloaded.
    return (
      !navigator.onLine && from !== to && !(from.startsWith(joinPath) && to.startsWith(joinPath))
    )
  })
  useEffect(() => {
    onHeldChange(blocker.state === 'blocked')
    if (blocker.state !== 'blocked') return
    if (isOnline) return blocker.proceed()
    // `navigator.onLine` is false on some machines that are online, so try a request.
    const probe = new AbortController()
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: probe.signal }).then(
      () => !probe.signal.aborted && blocker.proceed(),
      () => {},
    )
    return () => probe.abort()
  }, [blocker, isOnline, onHeldChange])
  return null
}
