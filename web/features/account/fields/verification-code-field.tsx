import { codeLength, codeLifetimeSeconds } from '#contract/accounts/account-rules.ts'
import { accountFieldMessages } from './messages.ko.ts'
import { useEffect, useEffectEvent, useId, useRef, useState, type ClipboardEvent } from 'react'
import {
  extendVerificationCode,
  parseVerificationCode,
  toVerificationCode,
  type VerificationCode,
} from './verification-code.ts'
import { DigitInput } from './digit-input.tsx'
import { OutboxNote } from '#web/features/account/demonstration/demonstration-notes.tsx'
import { formatCountdown, useCountdown } from '#web/lib/use-countdown.ts'
import { Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { VerificationCodeStatus } from '#contract/accounts/accounts.ts'
import { extendCode } from '#web/api/endpoints/accounts.generated.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'

const messages = accountFieldMessages.code

type VerificationCodeFieldProps = {
  /** The sent code, from `toVerificationCode` or `extendVerificationCode`. */
  code: VerificationCode
  /** Called each time the sixth digit is entered. Enter submits the surrounding form. */
  onComplete(digits: string): void
  /** Called on every change. */
  onChange?(digits: string): void
  onExtend(): void
  onResend(): void
  /** The server's error message. The digits stay selected, so that typing replaces them. */
  error?: string | undefined
  /** The server rejected the code as expired (`code_expired`), whatever the countdown. */
  isExpired?: boolean
  /** A request is running; disables the field. */
  busy?: boolean
  /** Whether to focus the input on mount and on errors. */
  autoFocus?: boolean
}

/**
 * A six-digit code: one input drawn as six boxes, so that paste, one-time-code autofill, selection and screen readers
 * work. Below it the remaining time, one extension and resend. Takes the focus on mount and after a resend or
 * extension.
 */
export function VerificationCodeField({
  code,
  onComplete,
  onChange,
  onExtend,
  onResend,
  error,
  isExpired = false,
  busy = false,
  autoFocus = true,
}: VerificationCodeFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [digits, setDigits] = useState('')
  const remaining = useCountdown(code.expires_at)
  const isClosed = isExpired || remaining === 0

  const [update, setUpdate] = useCodeUpdate(code, {
    onResent() {
      setDigits('')
      onChange?.('')
    },
    onUpdate() {
      // The button that had the focus may be gone.
      if (autoFocus) input.current?.focus()
    },
  })
  // Selects the digits, so that typing replaces them.
  useEffect(() => {
    if (!error || !autoFocus) return
    input.current?.focus()
    input.current?.select()
  }, [error, busy, autoFocus])

  function updateDigits(text: string) {
    const next = parseVerificationCode(text)
    if (next === digits) return
    setDigits(next)
    setUpdate(undefined)
    onChange?.(next)
    if (next.length === codeLength && !busy && !isClosed) onComplete(next)
  }
  /** `maxLength` would cut “인증번호 123456” before the digits. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = parseVerificationCode(event.clipboardData.getData('text'))
    if (text.length < codeLength) return
    event.preventDefault()
    updateDigits(text)
  }

  const hint = error ?? (isClosed ? messages.expired : (update ?? messages.hint))
  const isInvalid = Boolean(error) || isClosed
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {messages.label}
        </label>
        <Clock remaining={isClosed ? 0 : remaining} />
      </div>
      <DigitInput
        ref={input}
        id={id}
        digits={digits}
        isInvalid={isInvalid}
        isClosed={isClosed}
        readOnly={busy || isClosed}
        onChange={(event) => updateDigits(event.target.value)}
        onPaste={onPaste}
      />
      <CodeNote id={`${id}-note`} busy={busy} isInvalid={isInvalid} hint={hint} />
      <div className="mt-1 -ml-3 flex flex-wrap">
        {code.can_extend && !isClosed && (
          <TextButton busy={busy} onClick={onExtend}>
            {messages.extend}
          </TextButton>
        )}
        <Resend resendAt={code.resend_at} busy={busy} onClick={onResend} />
      </div>
      <OutboxNote />
    </div>
  )
}

/** Whether the code was resent or extended, as text until `setUpdate`. Calls `onUpdate` on mount too. */
function useCodeUpdate(
  code: VerificationCode,
  { onResent, onUpdate }: { onResent: () => void; onUpdate: () => void },
) {
  const [update, setUpdate] = useState<string>()
  const previous = useRef(code)
  const onCodeChange = useEffectEvent(() => {
    if (code.resend_at > previous.current.resend_at) {
      onResent()
      setUpdate(messages.resent)
    } else if (code.expires_at > previous.current.expires_at) {
      setUpdate(messages.extended(Math.round((code.expires_at - Date.now()) / 60_000)))
    }
    previous.current = code
    onUpdate()
  })
  useEffect(() => {
    onCodeChange()
  }, [code.expires_at, code.resend_at])
  return [update, setUpdate] as const
}

function CodeNote({
  id,
  busy,
  isInvalid,
  hint,
}: {
  id: string
  busy: boolean
  isInvalid: boolean
  hint: string
}) {
  return (
    <p
      id={id}
      role="status"
      className={`mt-2 flex min-h-5 items-center gap-1 text-xs ${isInvalid ? 'text-danger' : 'text-foreground-subtle'}`}
    >
      {busy ? (
        <>
          <Spinner className="size-4" />
          {messages.checking}
        </>
      ) : (
        <>
          {isInvalid && <Icon name="warning" className="size-4" />}
          {hint}
        </>
      )}
    </p>
  )
}

/** The remaining time: updated every second, announced at one minute. (The hint announces expiry.) */
function Clock({ remaining }: { remaining: number }) {
  const [announcement, setAnnouncement] = useState('')
  const previous = useRef(remaining)
  useEffect(() => {
    if (previous.current > 60 && remaining <= 60 && remaining > 0)
      setAnnouncement(messages.one_minute)
    else if (remaining === 0 || remaining > 60) setAnnouncement('')
    previous.current = remaining
  }, [remaining])
  return (
    <>
      <span className={`text-sm ${remaining <= 60 ? 'text-danger' : 'text-accent'}`}>
        <span className="sr-only">{messages.remaining} </span>
        <time role="timer" aria-live="off" className="font-semibold">
          {formatCountdown(remaining)}
        </time>
      </span>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  )
}

function Resend({
  resendAt,
  busy,
  onClick,
}: {
  resendAt: number
  busy: boolean
  onClick: () => void
}) {
  const seconds = useCountdown(resendAt)
  return (
    <TextButton busy={busy || seconds > 0} onClick={onClick}>
      {seconds > 0 ? messages.resend_in(seconds) : messages.resend}
    </TextButton>
  )
}

function TextButton({
  busy,
  onClick,
  children,
}: {
  busy: boolean
  onClick: () => void
  children: string
}) {
  return (
    <button
      type="button"
      onClick={() => !busy && onClick()}
      aria-disabled={busy}
      className="tabular-nums min-h-11 rounded-control px-3 text-sm font-semibold text-foreground-muted transition-colors duration-(--duration-fast) hover:bg-surface-raised hover:text-foreground aria-disabled:text-foreground-subtle aria-disabled:hover:bg-transparent"
    >
      {children}
    </button>
  )
}

/** The state of a verification code: send, resend, extend and confirm, one request at a time. */
export function useSentCode(
  send: () => Promise<VerificationCodeStatus>,
  channel: 'phone' | 'adult' = 'phone',
) {
  const [code, setCode] = useState<VerificationCode>()
  const [isExpired, setIsExpired] = useState(false)
  const request = useAsyncAction(
    (task: () => Promise<unknown>) => task(),
    (cause) => {
      if (cause instanceof ApiError)
        setIsExpired(
          cause.problem.errors.some(({ code: errorCode }) => errorCode === 'code_expired'),
        )
    },
  )
  const { run, isPending } = request
  /** Error of the last request: sending the code, later confirming it. */
  const error = request.error ? errorMessage(request.error) : undefined

  async function sendCode() {
    setCode(toVerificationCode(await send()))
    setIsExpired(false)
  }

  return {
    code,
    isPending,
    error,
    send: () => run(sendCode),
    /** Runs the request that verifies the code. */
    confirm: run,
    reset() {
      setCode(undefined)
      request.reset()
      setIsExpired(false)
    },
    /** Props of `VerificationCodeField`. */
    field: {
      error,
      isExpired,
      busy: isPending,
      onResend: () =>
        run(async () => {
          await sendCode()
          toasts.show(messages.resent, 'success')
        }),
      onExtend: () =>
        run(async () => {
          if (!code) return
          const sent = await call(extendCode, { body: { channel } })
          setCode(extendVerificationCode(sent, code))
          toasts.show(messages.extended(codeLifetimeSeconds[channel] / 60), 'success')
        }),
    },
  }
}
