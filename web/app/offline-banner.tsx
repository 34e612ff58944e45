import { appMessages } from './messages.ko.ts'
import { navigationEvent, type NavigationHold } from '#web/routing/connection.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPath, useNavigation } from 'react-router'
import type { LayoutKind } from './layout-kind.ts'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the browser is offline or that a navigation waits for the connection. It does not cover the player's video. */
export function OfflineBanner({ kind }: { kind: LayoutKind }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  const [isHeld, setIsHeld] = useState(false)
  const { location: destination } = useNavigation()
  useEffect(() => {
    const update = (event: Event) => {
      const { detail } = event as CustomEvent<NavigationHold>
      if (detail !== 'document_needed') setIsHeld(detail === 'held')
      else location.assign(destination ? createPath(destination) : location.href)
    }
    addEventListener(navigationEvent, update)
    return () => removeEventListener(navigationEvent, update)
  }, [destination])
  return (
    <div role="status">
      {(!isOnline || isHeld) && (
        <p
          className={`page-gutter fixed inset-x-0 top-(--header-height) z-popup flex min-h-11 items-center justify-center gap-2 bg-surface-raised py-2 text-sm shadow-card ${
            kind === 'player'
              ? 'landscape:mx-auto landscape:w-fit landscape:rounded-full portrait:top-[56.25vw]'
              : ''
          }`}
        >
          <Icon name="offline" className="size-4.5 text-accent" />
          {isHeld ? appMessages.offline_held : appMessages.offline}
          {isHeld && (
            <button
              type="button"
              className="min-h-11 cursor-pointer px-2 font-semibold underline underline-offset-4"
              // Requests that wait for the connection are repeated at this event.
              onClick={() => dispatchEvent(new Event('online'))}
            >
              {uiMessages.retry}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
