import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'

const messages = studioCatalogMessages.form

/** Asks for confirmation before leaving a page with unsaved changes by a link, history or closing the tab. */
export function useUnsavedChangesGuard(isDirty: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirmDialog({
      title: messages.leave_title,
      message: messages.leave_detail,
      confirmLabel: messages.leave,
      cancelLabel: messages.stay,
    }).then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isDirty])
}
