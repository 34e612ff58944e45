import { endpoints } from '#contract/index.ts'
import { pointGrantRange, type MemberDetail } from '#contract/studio/members.ts'
import { studioMembersMessages as words } from './messages.ko.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { idempotentRequest } from '#web/api/idempotent-request.ts'
import { ReasonField } from '#web/features/studio/common/reason-field.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { isDoublePress } from '#web/ui/dialog/double-press.ts'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useRef, useState, type FormEvent } from 'react'
import { memberChanged } from './queries.ts'

/** Gives event points: how many and why, and then once more how many exactly. */
export const openGrantPointsDialog = (member: MemberDetail) =>
  dialogs.open({ label: words.grant_title }, (close) => (
    <GrantDialog member={member} close={close} />
  ))

function GrantDialog({
  member: { id, username },
  close,
}: {
  member: MemberDetail
  close: () => void
}) {
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const { min, max } = pointGrantRange
  const amount = Number(typed.replaceAll(',', ''))
  const fits = /^[\d,]+$/.test(typed) && amount >= min && amount <= max
  const ready = fits && reason.trim() !== ''

  async function give() {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await idempotentRequest(endpoints.studio_members.grantPoints, {
        params: { id },
        body: { amount, reason: reason.trim() },
      })
      toasts.show(words.granted(amount), 'good')
      close()
    } catch (fault) {
      setError(errorMessage(fault))
      setBusy(false)
      running.current = false
    }
    void memberChanged(id)
  }

  if (isSure)
    return (
      <DialogBody
        title={words.grant_sure(username, amount)}
        actions={
          <>
            {/* Enter pressed once too often gives nothing away. */}
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
            <Button autoFocus disabled={busy} onClick={() => setSure(false)}>
              {words.before}
            </Button>
            {/* Nor does the second press of a double click on what stood here before. */}
            <Button
              look="primary"
              busy={busy}
              onClick={(event) => !isDoublePress(event) && void give()}
            >
              {words.grant_yes(amount)}
            </Button>
          </>
        }
      >
        <p>{words.grant_after}</p>
        <p className="mt-2 text-sm">
          {words.reason}: {reason}
        </p>
        <FormAlert className="mt-4">{error}</FormAlert>
      </DialogBody>
    )
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (ready) setSure(true)
      }}
    >
      <DialogBody
        title={words.grant_title}
        actions={
          <>
            <Button onClick={close}>{words.cancel}</Button>
            <Button type="submit" look="primary" disabled={!ready}>
              {words.grant_next}
            </Button>
          </>
        }
      >
        <p className="mb-4">{words.grant_detail}</p>
        <div className="grid gap-3">
          <TextField
            label={words.grant_amount}
            required
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            hint={words.grant_range(min, max)}
            error={typed !== '' && !fits ? words.grant_range(min, max) : undefined}
          />
          <ReasonField words={words} value={reason} onValue={setReason} />
        </div>
      </DialogBody>
    </form>
  )
}
