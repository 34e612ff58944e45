import { controlCopy } from '#web/ui/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { modals } from './dialog-store.ts'
import { ModalBody } from './dialog.tsx'

/**
 * Asks once before something is done that cannot be taken back.
 * @returns whether it is to be done; not where the question was dismissed.
 */
export async function confirmed({
  title,
  detail,
  yes,
  no = controlCopy.cancel,
}: {
  title: string
  detail: string
  yes: string
  no?: string
}): Promise<boolean> {
  const answer = await modals.open<boolean>({ label: title }, (close) => (
    <ModalBody
      title={title}
      actions={
        <>
          <Button onClick={() => close(false)}>{no}</Button>
          <Button look="danger" onClick={() => close(true)}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{detail}</p>
    </ModalBody>
  ))
  return answer === true
}
