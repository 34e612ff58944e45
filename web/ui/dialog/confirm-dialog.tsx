import { controlMessages } from '#web/ui/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from './dialog-store.ts'
import { DialogBody } from './dialog.tsx'

/**
 * Asks once before something is done that cannot be taken back.
 * @returns whether it is to be done; not where the question was dismissed.
 */
export async function confirmDialog({
  title,
  message: detail,
  confirmLabel: yes,
  cancelLabel: no = controlMessages.cancel,
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
          <Button onClick={() => close(false)}>{no}</Button>
          <Button variant="danger" onClick={() => close(true)}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{detail}</p>
    </DialogBody>
  ))
  return answer === true
}
