import { frameCopy } from '#web/copy/frame.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="gutter fixed inset-x-0 top-(--header) z-50 flex min-h-11 items-center justify-center gap-2 bg-surface-2 py-2 text-sm shadow-card">
          <Icon name="offline" className="size-4.5 text-gam" />
          {frameCopy.offline}
        </p>
      )}
    </div>
  )
}
