import { endpoints } from '#contract/index.ts'
import { pointGrantRange, type MemberDetail } from '#contract/studio/members.ts'
import { studioMembersMessages as messages } from './messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { ReasonField } from '#web/features/studio/common/reason-field.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'
import { useState } from 'react'

/** Grants event points: amount and reason, then a confirmation of the amount. */
export const openGrantPointsDialog = (member: MemberDetail) =>
  dialogs.open({ label: messages.grant_title }, (close) => (
    <MemberQueryProvider>
      <GrantDialog member={member} close={close} />
    </MemberQueryProvider>
  ))

function GrantDialog({
  member: { id, username },
  close,
}: {
  member: MemberDetail
  close: () => void
}) {
  const [amountText, setAmountText] = useState('')
  const [reason, setReason] = useState('')
  const [isConfirming, setIsConfirming] = useState(false)
  const { min, max } = pointGrantRange
  const amount = Number(amountText.replaceAll(',', ''))
  const isValid = /^[\d,]+$/.test(amountText) && amount >= min && amount <= max
  const missing = useMissingFields({
    amount: isValid ? null : messages.grant_amount,
    reason: reason.trim() === '' ? messages.reason : null,
  })

  const granting = useApiMutation(endpoints.studio_members.grantPoints, {
    errors: 'inline',
    toast: messages.granted(amount),
    invalidates: [studioKeys.member(id)],
    onSuccess: close,
  })

  if (isConfirming)
    return (
      <DialogBody
        title={messages.grant_confirm_title(username, amount)}
        actions={
          <>
            {/* Focus on cancel, so that a repeated Enter grants nothing. */}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
            <Button autoFocus disabled={granting.isPending} onClick={() => setIsConfirming(false)}>
              {messages.before}
            </Button>
            {/* Nor does a double click on the button that was in this place. */}
            <Button
              variant="primary"
              busy={granting.isPending}
              onClick={(event) =>
                !isDoublePress(event) &&
                granting.submit({ params: { id }, body: { amount, reason: reason.trim() } })
              }
            >
              {messages.grant_confirm(amount)}
            </Button>
          </>
        }
      >
        <p>{messages.grant_after}</p>
        <p className="mt-2 text-sm">
          {messages.reason}: {reason}
        </p>
        <FormAlert className="mt-4">{granting.formError}</FormAlert>
      </DialogBody>
    )
  return (
    <form noValidate onSubmit={missing.onSubmit(() => setIsConfirming(true))}>
      <DialogBody
        title={messages.grant_title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" incomplete={missing.isIncomplete}>
              {messages.grant_next}
            </Button>
          </>
        }
      >
        <p className="mb-4">{messages.grant_detail}</p>
        <div className="grid gap-3">
          <TextField
            label={messages.grant_amount}
            required
            inputMode="numeric"
            autoComplete="off"
            value={amountText}
            onChange={({ target }) => setAmountText(target.value)}
            hint={messages.grant_range(min, max)}
            error={
              amountText !== '' && !isValid
                ? messages.grant_range(min, max)
                : missing.errorOf('amount')
            }
          />
          <ReasonField
            messages={messages}
            value={reason}
            error={missing.errorOf('reason')}
            onValue={setReason}
          />
        </div>
      </DialogBody>
    </form>
  )
}
