import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from './dialog-store.ts'
import { DialogBody } from './dialog.tsx'

/** Asks before an irreversible action. @returns true only if the user confirmed; false on dismissal. */
export async function confirmDialog({
  title,
  message,
  confirmLabel,
  cancelLabel = controlMessages.cancel,
}: {
  title: string
  message: string
  confirmLabel: string
  cancelLabel?: string
}): Promise<boolean> {
  const answer = await dialogs.open<boolean>({ label: title }, (close) => (
    <DialogBody
      title={title}
      actions={
        <>
          <Button onClick={() => close(false)}>{cancelLabel}</Button>
          <Button variant="danger" onClick={() => close(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p>{message}</p>
    </DialogBody>
  ))
  return answer === true
}
