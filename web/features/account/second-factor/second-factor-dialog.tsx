import { secondFactorMessages } from './messages.ko.ts'
import { second_factor } from '#contract/accounts/second-factor.ts'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { call } from '#web/api/client.ts'
import { SecondFactorForms } from './second-factor-forms.tsx'

const messages = secondFactorMessages

/** Asks for the second factor in a dialog that says why. @returns whether it was proven. */
export async function openSecondFactorDialog(): Promise<boolean> {
  const factor = await call(second_factor.read, {})
  const proven = await dialogs.open<true>({ label: messages.change_title }, (close) => (
    <DialogBody
      title={messages.change_title}
      actions={<Button onClick={() => close()}>{messages.cancel}</Button>}
    >
      <p className="mb-5">{messages.change_detail}</p>
      <SecondFactorForms
        factor={factor}
        onProven={async () => {
          close(true)
        }}
      />
    </DialogBody>
  ))
  return proven === true
}
