import { catalogueCopy } from '#web/features/studio/catalog/messages.ko.ts'
import { confirmed } from '#web/ui/dialog/confirm-dialog.tsx'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const words = catalogueCopy.form

/** Asks before a page with unsaved changes is left, by a link, by going back, or by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmed({
      title: words.leave_title,
      detail: words.leave_detail,
      yes: words.leave,
      no: words.stay,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isDirty])
}
