import { second_factor } from '#contract/accounts/second-factor.ts'
import { studioCopy } from '#web/features/studio/common/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { modals } from '#web/ui/dialog/dialog-store.ts'
import { ModalBody } from '#web/ui/dialog/dialog.tsx'
import { call } from '#web/api/client.ts'
import { SecondFactorForms } from './second-factor-forms.tsx'

const words = studioCopy.second_factor

/** Asks for the second factor in a dialog that says why. @returns whether it was proven. */
export async function openSecondFactorDialog(): Promise<boolean> {
  const factor = await call(second_factor.read, {})
  const proven = await modals.open<true>({ label: words.change_title }, (close) => (
    <ModalBody
      title={words.change_title}
      actions={<Button onClick={() => close()}>{words.cancel}</Button>}
    >
      <p className="mb-5">{words.change_detail}</p>
      <SecondFactorForms
        factor={factor}
        onProven={async () => {
          close(true)
        }}
      />
    </ModalBody>
  ))
  return proven === true
}
