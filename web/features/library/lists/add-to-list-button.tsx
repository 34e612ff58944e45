import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { authStore } from '#web/session/auth-store.ts'
import { Button } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { uiMessages } from '#web/ui/messages.ko.ts'

/** Opens the lists of the profile, to add a work or take it out. A visitor logs in first. */
export function AddToListButton({
  series_id,
  label,
  className,
}: {
  series_id: number
  label: string
  className: string
}) {
  const opening = useAsyncAction(async () => {
    if (authStore.getState().state === 'unknown') await authStore.checkAuth()
    if (authStore.getState().state !== 'signed_in' && !(await openLoginDialog())) return
    try {
      const { openListPicker } = await import('./list-picker.tsx')
      openListPicker(series_id)
    } catch {
      toasts.show(uiMessages.load_failed, 'danger')
    }
  })
  return (
    <Button
      variant="on_image"
      size="lg"
      icon="plus"
      aria-haspopup="dialog"
      busy={opening.isPending}
      onClick={() => opening.run()}
      className={className}
    >
      {label}
    </Button>
  )
}
