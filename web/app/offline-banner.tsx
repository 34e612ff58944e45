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
 * Says that the line is cut, and keeps the page meanwhile: another one could not come, and the browser would put its own
 * error in place of this one. What was asked for is opened once there is a line again. It stays off the picture of a film,
 * and leaves it to the studio whether its pages may be left.
 */
export function OfflineBanner({ kind }: { kind: LayoutKind }) {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const [held, setHeld] = useState(false)
  return (
    <div role="status">
      {!online && (
        <p
          className={`page-gutter fixed inset-x-0 top-(--header-height) z-popup flex min-h-11 items-center justify-center gap-2 bg-surface-raised py-2 text-sm shadow-card ${
            kind === 'player'
              ? 'landscape:mx-auto landscape:w-fit landscape:rounded-full portrait:top-[56.25vw]'
              : ''
          }`}
        >
          <Icon name="offline" className="size-4.5 text-accent" />
          {held ? appMessages.offline_held : appMessages.offline}
        </p>
      )}
      {/* A router hears one blocker, and pages of the studio have their own. */}
      {kind !== 'studio' && (!online || held) && (
        <NavigationHold online={online} onHeld={setHeld} />
      )}
    </div>
  )
}

function NavigationHold({ online, onHeld }: { online: boolean; onHeld: (held: boolean) => void }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const from = currentLocation.pathname
    const to = nextLocation.pathname
    // The steps of joining are brought along beforehand.
    return (
      !navigator.onLine && from !== to && !(from.startsWith(joinPath) && to.startsWith(joinPath))
    )
  })
  useEffect(() => {
    onHeld(blocker.state === 'blocked')
    if (blocker.state !== 'blocked') return
    if (online) return blocker.proceed()
    // Some machines say that they have no line while they do.
    const asking = new AbortController()
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: asking.signal }).then(
      () => !asking.signal.aborted && blocker.proceed(),
      () => {},
    )
    return () => asking.abort()
  }, [blocker, online, onHeld])
  return null
}
