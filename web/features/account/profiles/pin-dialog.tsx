import type { User } from '#contract/accounts/accounts.ts'
import { pinLength } from '#contract/accounts/profile-rules.ts'
import { selectProfile, setProfilePin } from '#web/api/endpoints/profiles.generated.ts'
import { ApiError, isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { PasswordField } from '#web/features/account/fields/password-field.tsx'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody, initialFocusRef } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useRef, useState, type FormEvent, useId } from 'react'
import { profilesMessages } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'

const messages = profilesMessages.pin

type LockedProfile = { id: number; name: string }

/** Asks for the PIN of a profile and selects it. @returns undefined if the dialog was dismissed. */
export const openPinDialog = (profile: LockedProfile): Promise<User | undefined> =>
  dialogs.open<User>({ label: messages.title(profile.name) }, (close) => (
    <PinDialog profile={profile} close={close} />
  ))

/** The PIN of a profile; a forgotten one is replaced by the account's password. */
export function PinDialog({
  profile,
  close,
}: {
  profile: LockedProfile
  close: (user?: User) => void
}) {
  const [isForgotten, setIsForgotten] = useState(false)
  return isForgotten ? (
    <ResetPin profile={profile} close={close} />
  ) : (
    <EnterPin profile={profile} close={close} onForgotten={() => setIsForgotten(true)} />
  )
}

type Props = { profile: LockedProfile; close: (user?: User) => void }

/** Is sent at the fourth digit. */
function EnterPin({ profile, close, onForgotten }: Props & { onForgotten: () => void }) {
  const [pin, setPin] = useState('')
  const [retryAt, setRetryAt] = useState(0)
  const wait = useCountdown(retryAt)
  const check = useAsyncAction(
    async (digits: string) =>
      close(await apiRequest(selectProfile, { params: { id: profile.id }, body: { pin: digits } })),
    (error) => {
      const seconds = isApiError(error, 'rate_limited') ? error.retry_after_s : null
      if (seconds) setRetryAt(Date.now() + seconds * 1_000)
    },
  )
  const error =
    pin.length === pinLength || wait > 0 ? wrongPinMessage(check.error, wait) : undefined

  return (
    <DialogBody
      title={messages.title(profile.name)}
      actions={
        <>
          <Button variant="ghost" onClick={onForgotten}>
            {messages.forgot}
          </Button>
          <Button onClick={() => close()}>{messages.cancel}</Button>
        </>
      }
    >
      <PinField
        label={messages.label}
        value={pin}
        isFocusedFirst
        isReadOnly={check.isPending || wait > 0}
        hint={check.isPending ? messages.checking : messages.detail}
        error={error}
        onChange={(digits) => {
          setPin(digits)
          if (digits.length === pinLength && digits !== pin) check.run(digits)
        }}
      />
    </DialogBody>
  )
}

function wrongPinMessage(error: unknown, wait: number): string | undefined {
  if (wait > 0) return messages.wait(wait)
  if (!error) return undefined
  if (isApiError(error, 'rate_limited')) return messages.ready
  // Its text contains the number of attempts left.
  const ofPin =
    error instanceof ApiError && error.problem.errors.find(({ field }) => field === 'pin')
  return ofPin ? ofPin.detail : errorMessage(error)
}

/** Replaces a forgotten PIN by the account's password, then selects the profile. */
function ResetPin({ profile, close }: Props) {
  const save = useAsyncAction(async (password: string, pin: string | null) => {
    const params = { id: profile.id }
    await apiRequest(setProfilePin, { params, body: { password, pin } })
    close(await apiRequest(selectProfile, { params, body: pin === null ? {} : { pin } }))
    toasts.show(messages.saved, 'success')
  })
  return (
    <PinChangeForm
      title={messages.reset_title}
      detail={messages.reset_detail}
      submitLabel={messages.save}
      save={save}
      close={close}
    />
  )
}

/** The account's password and a new PIN, or the password alone to remove it. */
export function PinChangeForm({
  title,
  detail,
  submitLabel,
  isRemoval = false,
  save,
  close,
}: {
  title: string
  detail: string
  submitLabel: string
  isRemoval?: boolean
  save: { run: (password: string, pin: string | null) => void; isPending: boolean; error: unknown }
  close: () => void
}) {
  const [password, setPassword] = useState('')
  const [pin, setPin] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  const isPasswordWrong = isApiError(save.error, 'invalid_credentials')
  const form = useRef<HTMLFormElement>(null)
  // In an open dialog this form replaces the one whose button had the focus.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const isPinMissing = !isRemoval && pin.length < pinLength
    setIsIncomplete(isPinMissing)
    if (password && !isPinMissing) save.run(password, isRemoval ? null : pin)
  }

  return (
    <form ref={form} onSubmit={submit}>
      <DialogBody
        title={title}
        actions={
          <>
            <Button onClick={close}>{messages.cancel}</Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {submitLabel}
            </Button>
          </>
        }
      >
        <p className="mb-5">{detail}</p>
        <div className="space-y-3">
          <PasswordField
            label={messages.password}
            required
            maxLength={1024}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={isPasswordWrong ? messages.password_incorrect : undefined}
          />
          {!isRemoval && (
            <PinField
              label={messages.new_label}
              value={pin}
              onChange={setPin}
              hint={messages.new_hint}
              error={isIncomplete && pin.length < pinLength ? messages.incomplete : undefined}
            />
          )}
          <FormAlert>{save.error && !isPasswordWrong ? errorMessage(save.error) : null}</FormAlert>
        </div>
      </DialogBody>
    </form>
  )
}

const positions = Array.from({ length: pinLength }, (_, index) => index)

/**
 * A PIN: one input drawn as boxes of dots, so that paste, selection and screen readers work. An error selects the digits,
 * so that typing replaces them.
 */
export function PinField({
  label,
  value,
  onChange,
  hint,
  error,
  isReadOnly = false,
  isFocusedFirst = false,
}: {
  label: string
  value: string
  onChange: (digits: string) => void
  hint?: string
  error?: string | undefined
  isReadOnly?: boolean
  /** Receives the focus when its dialog opens, and on errors. */
  isFocusedFirst?: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isFocused, setIsFocused] = useState(false)
  useEffect(() => {
    if (!error || isReadOnly || !isFocusedFirst) return
    input.current?.focus()
    input.current?.select()
  }, [error, isReadOnly, isFocusedFirst])
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold text-foreground">
        {label}
      </label>
      <div className="relative w-fit">
        <input
          ref={(element) => {
            input.current = element
            if (isFocusedFirst) initialFocusRef(element)
          }}
          id={id}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          // Password managers would offer the account's password.
          data-1p-ignore=""
          data-lpignore="true"
          value={value}
          readOnly={isReadOnly}
          aria-describedby={`${id}-note`}
          aria-invalid={error ? true : undefined}
          onChange={(event) =>
            onChange(event.target.value.normalize('NFKC').replace(/\D/g, '').slice(0, pinLength))
          }
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          className="absolute inset-0 z-raised w-full rounded-card bg-transparent text-center text-transparent caret-transparent selection:bg-transparent selection:text-transparent"
        />
        <div aria-hidden="true" className="flex gap-2">
          {positions.map((index) => (
            <span
              key={index}
              className={`flex h-14 w-12 items-center justify-center rounded-control bg-surface-raised text-2xl transition-shadow duration-(--duration-fast) ${
                error
                  ? 'inset-ring-2 inset-ring-danger'
                  : isFocused && index === Math.min(value.length, pinLength - 1)
                    ? 'inset-ring-2 inset-ring-accent'
                    : 'inset-ring inset-ring-control-border/70'
              }`}
            >
              {index < value.length && <span className="size-3 rounded-full bg-foreground" />}
            </span>
          ))}
        </div>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={`mt-2 flex min-h-5 items-center gap-1 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {error && <Icon name="warning" className="size-4" />}
        {error ?? hint}
      </p>
    </div>
  )
}
