import { useSyncExternalStore } from 'react'
import { useNavigation } from 'react-router'
import { Icon } from '#web/ui/base/icon.tsx'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { offlineMessages } from './messages.ko.ts'
import { serviceWorker, useIsHeld } from './held-navigation.ts'
import type { WorkerRequest } from './worker-scope.ts'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the browser is offline or that a navigation waits for the connection. It does not cover the player's video. */
export function OfflineBanner({ isPlayer }: { isPlayer: boolean }) {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  // A prefetch may wait as well, which concerns nobody.
  const isNavigating = useNavigation().state !== 'idle'
  const isHeld = useIsHeld() && isNavigating
  return (
    <div role="status">
      {(!isOnline || isHeld) && (
        <p
          className={`page-gutter fixed inset-x-0 top-(--header-height) z-popup flex min-h-11 items-center justify-center gap-2 bg-surface-raised py-2 text-sm shadow-card ${
            isPlayer
              ? 'landscape:mx-auto landscape:w-fit landscape:rounded-full portrait:top-[56.25vw]'
              : ''
          }`}
        >
          <Icon name="offline" className="size-5 text-accent" />
          {isHeld ? offlineMessages.held : offlineMessages.offline}
          {isHeld && (
            <button
              type="button"
              className="min-h-11 cursor-pointer px-2 font-semibold underline underline-offset-4"
              onClick={() =>
                serviceWorker?.controller?.postMessage('retry' satisfies WorkerRequest)
              }
            >
              {uiMessages.retry}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
