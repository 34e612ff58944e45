import { PhoneNumber } from '#contract/accounts/account-fields.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { phoneVerificationMessages } from './messages.ko.ts'
import { fieldErrorMessage } from '#web/api/error-messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { useSentCode, VerificationCodeField } from './verification-code-field.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { call } from '#web/api/client.ts'
import { formatPhoneNumber } from '#web/lib/format.ts'

/**
 * Verifies a phone number by an SMS code (specification, section 3: input, then success; can be reset). Used inside a
 * form: Enter sends or confirms the code and does not submit the form. A service that does not verify numbers takes it at once.
 */
export function PhoneVerification({
  label,
  hint,
  error,
  verifiedNumber,
  onVerified,
}: {
  label: string
  hint?: string
  /** Shown while no number is verified. */
  error?: string | undefined
  /** The verified number, digits only. */
  verifiedNumber: string | null
  onVerified: (phonenumber: string | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const wasReset = useRef(false)
  const [isGiven, setIsGiven] = useState(false)
  const sent = useSentCode(async () => {
    const status = await call(accounts.sendPhoneCode, { body: { phonenumber: typed } })
    setIsGiven(status.verified_until !== null)
    if (status.verified_until !== null) onVerified(z.parse(PhoneNumber, typed))
    return status
  })

  function sendCode() {
    const number = z.safeParse(PhoneNumber, typed)
    const code = typed.trim() ? 'invalid_format' : 'required'
    if (!number.success) return setFieldError(fieldErrorMessage('phonenumber', code))
    setFieldError(undefined)
    sent.send()
  }
  // The reset button had the focus and is gone.
  useEffect(() => {
    if (!wasReset.current) return
    wasReset.current = false
    input.current?.focus()
  })

  function reset() {
    wasReset.current = true
    sent.reset()
    onVerified(null)
  }
  function confirm(code: string) {
    sent.confirm(async () => {
      await call(accounts.confirmPhoneCode, { body: { phonenumber: typed, code } })
      onVerified(z.parse(PhoneNumber, typed))
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!sent.isPending) sendCode()
  }

  if (verifiedNumber !== null)
    return (
      <EnteredNumber
        label={label}
        number={verifiedNumber}
        onReset={reset}
        note={isGiven ? phoneVerificationMessages.given : phoneVerificationMessages.verified}
      />
    )
  if (sent.code)
    return (
      <div className="space-y-5">
        <EnteredNumber label={label} number={z.parse(PhoneNumber, typed)} onReset={reset} />
        <VerificationCodeField code={sent.code} onComplete={confirm} {...sent.field} />
      </div>
    )
  return (
    <div className="sm:flex sm:items-start sm:gap-2">
      <div className="grow">
        <TextField
          ref={input}
          label={label}
          hint={hint}
          error={fieldError ?? sent.error ?? error}
          required
          type="tel"
          name="phonenumber"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder={phoneVerificationMessages.example}
          maxLength={30}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {/* Aligned with the input, below its label. */}
      <Button
        className="h-12 max-sm:mt-3 max-sm:mb-2 max-sm:w-full sm:mt-7"
        busy={sent.isPending}
        onClick={sendCode}
      >
        {phoneVerificationMessages.send}
      </Button>
    </div>
  )
}

/** The number, a note, and a button to change it. */
function EnteredNumber({
  label,
  number,
  onReset,
  note,
}: {
  label: string
  number: string
  onReset: () => void
  note?: string
}) {
  return (
    <div>
      <p className="mb-2 text-sm font-semibold">{label}</p>
      <div className="flex min-h-12 items-center gap-3 rounded-control bg-surface py-1 pr-1 pl-4 inset-ring inset-ring-border-strong">
        <span className="tabular-nums grow text-base">{formatPhoneNumber(number)}</span>
        <Button variant="ghost" className="px-3" onClick={onReset}>
          {phoneVerificationMessages.change_number}
        </Button>
      </div>
      {note && (
        <p
          role="status"
          className="mt-2 flex items-center gap-1 text-xs font-semibold text-success"
        >
          <Icon name="check" className="size-4" />
          {note}
        </p>
      )}
    </div>
  )
}
