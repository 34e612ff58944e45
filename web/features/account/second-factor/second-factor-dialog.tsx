import { secondFactorMessages } from './messages.ko.ts'
import { second_factor } from '#contract/accounts/second-factor.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { call } from '#web/api/client.ts'
import { SecondFactorForms } from './second-factor-forms.tsx'

const messages = secondFactorMessages

/** Opens a dialog that explains and asks for the second factor. @returns whether it was verified. */
export async function openSecondFactorDialog(): Promise<boolean> {
  const factor = await call(second_factor.read, {})
  const isVerified = await dialogs.open<true>({ label: messages.change_title }, (close) => (
    <DialogBody
      title={messages.change_title}
      actions={<Button onClick={() => close()}>{messages.cancel}</Button>}
    >
      <p className="mb-5">{messages.change_detail}</p>
      <SecondFactorForms
        factor={factor}
        onVerified={async () => {
          close(true)
        }}
      />
    </DialogBody>
  ))
  return isVerified === true
}
