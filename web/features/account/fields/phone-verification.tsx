import { PhoneNumber } from '#contract/accounts/account-fields.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { phoneVerificationMessages } from './messages.ko.ts'
import { fieldErrorMessage } from '#web/api/messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { VerificationCodeField } from './verification-code-field.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import * as z from 'zod/mini'
import { call } from '#web/api/client.ts'
import { useSentCode } from './use-verification-code.ts'

/**
 * Proves a phone by the code sent to it (specification, section 3: input, then success; it can be reset).
 * Stands inside a form: Enter here sends or confirms, and leaves the form alone.
 */
export function PhoneVerification({
  label,
  hint,
  proven,
  onProven,
}: {
  label: string
  hint?: string
  /** The number that was proven, in digits alone. */
  proven: string | null
  onProven: (phonenumber: string | null) => void
}) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const begunAnew = useRef(false)
  const sent = useSentCode(() =>
    call(viewerEndpoints.accounts.sendPhoneCode, { body: { phonenumber: typed } }),
  )

  function begin() {
    const number = z.safeParse(PhoneNumber, typed)
    if (!number.success)
      return setFault(
        fieldErrorMessage('phonenumber', typed.trim() ? 'invalid_format' : 'required'),
      )
    setFault(undefined)
    void sent.send()
  }
  // The button that began anew is gone: what it began has the focus.
  useEffect(() => {
    if (!begunAnew.current) return
    begunAnew.current = false
    input.current?.focus()
  })

  function reset() {
    begunAnew.current = true
    sent.reset()
    onProven(null)
  }
  function confirm(code: string) {
    void sent.confirm(async () => {
      await call(viewerEndpoints.accounts.confirmPhoneCode, { body: { phonenumber: typed, code } })
      onProven(z.parse(PhoneNumber, typed))
    })
  }
  function ownEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!sent.busy) begin()
  }

  if (proven !== null)
    return (
      <Settled
        label={label}
        number={typed}
        onReset={reset}
        note={phoneVerificationMessages.proven}
      />
    )
  if (sent.code)
    return (
      <div className="space-y-5">
        <Settled label={label} number={typed} onReset={reset} />
        <VerificationCodeField code={sent.code} onComplete={confirm} {...sent.field} />
      </div>
    )
  return (
    <div className="sm:flex sm:items-start sm:gap-2.5">
      <div className="grow">
        <TextField
          ref={input}
          label={label}
          hint={hint}
          error={fault ?? sent.error}
          type="tel"
          name="phonenumber"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder={phoneVerificationMessages.example}
          maxLength={30}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={ownEnter}
        />
      </div>
      {/* Level with the field beside it, under its label. */}
      <Button
        className="h-12 max-sm:mt-3 max-sm:mb-2 max-sm:w-full sm:mt-7"
        busy={sent.busy}
        onClick={begin}
      >
        {phoneVerificationMessages.send}
      </Button>
    </div>
  )
}

/** The number as it was typed, what is known of it, and the way back to typing. */
function Settled({
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
      <div className="flex min-h-12 items-center gap-3 rounded-lg bg-surface py-0.5 pr-1 pl-4 inset-ring inset-ring-border-strong">
        <span className="tabular-nums grow text-base">{number}</span>
        <Button look="quiet" className="px-3" onClick={onReset}>
          {phoneVerificationMessages.other}
        </Button>
      </div>
      {note && (
        <p
          role="status"
          className="mt-1.5 flex items-center gap-1 text-xs font-semibold text-success"
        >
          <Icon name="check" className="size-3.5" />
          {note}
        </p>
      )}
    </div>
  )
}
