import { studioMembersMessages as messages } from './messages.ko.ts'
import { ReasonField } from '#web/features/studio/common/reason-field.tsx'
import type { ApiMutation } from '#web/api/use-api-mutation.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useState, type ReactNode } from 'react'

/** A dialog for a change that needs a reason. */
export function ReasonForm({
  title,
  yes,
  mutation,
  close,
  children,
}: {
  title: string
  yes: string
  /** Its input is the reason. */
  mutation: Pick<ApiMutation<string, unknown>, 'submit' | 'isPending' | 'formError'>
  close: () => void
  children?: ReactNode
}) {
  const [reason, setReason] = useState('')
  const trimmed = reason.trim()
  const missing = useMissingFields({ reason: trimmed === '' ? messages.reason : null })
  return (
    <form noValidate onSubmit={missing.onSubmit(() => mutation.submit(trimmed))}>
      <DialogBody
        title={title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button
              type="submit"
              variant="danger"
              busy={mutation.isPending}
              incomplete={missing.isIncomplete}
            >
              {yes}
            </Button>
          </>
        }
      >
        {children}
        <div className="mt-4">
          <ReasonField
            messages={messages}
            value={reason}
            error={missing.errorOf('reason')}
            onValue={setReason}
          />
        </div>
        <FormAlert>{mutation.formError}</FormAlert>
      </DialogBody>
    </form>
  )
}
