import type { DeviceCode } from '#contract/accounts/device-sign-in.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { devicePollSeconds } from '#contract/accounts/account-rules.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { pollDeviceCode, requestDeviceCode } from '#web/api/endpoints/device-sign-in.generated.ts'
import { formatCountdown, useCountdown } from '#web/lib/use-countdown.ts'
import { authStore } from '#web/session/auth-store.ts'
import { Button, Spinner } from '#web/ui/base/button.tsx'
import { QrCode } from '#web/ui/base/qr-code.tsx'
import { useEffect, useState } from 'react'
import { deviceSignInMessages as messages } from './messages.ko.ts'

type State =
  | { kind: 'requesting' | 'denied' | 'expired' | 'failed' }
  | { kind: 'shown'; code: DeviceCode; expires_at: number }

/** Signs this device in by a code that a phone confirms (RFC 8628). */
export function CodeSignIn({ onDone }: { onDone: (user: User) => void }) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ kind: 'requesting' })

  useEffect(() => {
    const controller = new AbortController()
    void run(controller.signal, setState).then((user) => {
      if (!user) return
      authStore.setUser(user)
      onDone(user)
    })
    return () => controller.abort()
    // A new attempt asks for a new code; a new callback does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt])

  if (state.kind === 'shown') return <ShownCode {...state} />
  if (state.kind === 'requesting') return <Spinner className="mx-auto my-16 size-10" />
  return (
    <div role="alert">
      <p className="text-lg font-bold">{messages[state.kind]}</p>
      <p className="mt-1 text-base text-foreground-muted">
        {state.kind === 'denied' ? messages.denied_detail : messages.expired_detail}
      </p>
      <Button
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        onClick={() => {
          setState({ kind: 'requesting' })
          setAttempt(attempt + 1)
        }}
      >
        {messages.new_code}
      </Button>
    </div>
  )
}

/** Requests a code and polls until it is decided. @returns the user, or undefined after another end. */
async function run(
  signal: AbortSignal,
  setState: (state: State) => void,
): Promise<User | undefined> {
  let code: DeviceCode
  try {
    code = await apiRequest(requestDeviceCode, {}, { signal })
  } catch {
    if (!signal.aborted) setState({ kind: 'failed' })
    return undefined
  }
  setState({ kind: 'shown', code, expires_at: Date.now() + code.expires_in * 1_000 })
  let interval_s = code.interval
  while (!signal.aborted) {
    await pause(interval_s * 1_000, signal)
    try {
      const body = { device_code: code.device_code }
      return await apiRequest(pollDeviceCode, { body }, { signal })
    } catch (error) {
      if (signal.aborted) return undefined
      if (isApiError(error, 'slow_down')) interval_s += devicePollSeconds
      else if (isApiError(error, 'access_denied')) return setState({ kind: 'denied' }) as undefined
      else if (isApiError(error, 'expired_token')) return setState({ kind: 'expired' }) as undefined
      // A lost connection, as `authorization_pending`, is asked again.
    }
  }
  return undefined
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

function ShownCode({ code, expires_at }: { code: DeviceCode; expires_at: number }) {
  const { user_code, verification_uri, verification_uri_complete } = code
  const left_s = useCountdown(expires_at)
  return (
    <div className="flex flex-wrap items-center gap-8">
      <QrCode text={verification_uri_complete} label={messages.qr} className="size-52 shrink-0" />
      <div className="min-w-0">
        <p className="text-base text-foreground-muted">{messages.step_scan}</p>
        <p className="mt-1 text-base">
          <strong className="wrap-anywhere">{verification_uri.replace(/^https?:\/\//, '')}</strong>
          {messages.step_address}
        </p>
        <p className="mt-1 text-base text-foreground-muted">{messages.step_code}</p>
        <p
          className="mt-3 font-mono text-4xl font-extrabold tracking-widest whitespace-nowrap select-all"
          aria-label={messages.code_label(user_code.split('').join(' '))}
        >
          {user_code}
        </p>
        <p className="tabular-nums mt-3 text-sm text-foreground-subtle">
          {messages.left(formatCountdown(left_s))}
        </p>
      </div>
    </div>
  )
}
