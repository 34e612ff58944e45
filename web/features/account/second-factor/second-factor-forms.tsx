import { secondFactorMessages } from './messages.ko.ts'
import { second_factor, type SecondFactor } from '#contract/accounts/second-factor.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useApiForm } from '#web/api/use-api-form.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-message.ts'

const messages = secondFactorMessages

/** The ways to prove a second factor that this staff member has: a code, a passkey, or both. */
export function SecondFactorForms({
  factor,
  onProven,
}: {
  factor: SecondFactor
  onProven: () => Promise<void>
}) {
  return (
    <>
      {factor.has_authenticator && (
        <CodeForm codes_left={factor.recovery_codes_left} onProven={onProven} />
      )}
      {factor.has_authenticator && factor.has_passkey && (
        <p className="my-4 flex items-center gap-4 text-sm text-foreground-subtle before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
          {messages.or}
        </p>
      )}
      {factor.has_passkey && <PasskeyForm onProven={onProven} />}
    </>
  )
}

function CodeForm({ codes_left, onProven }: { codes_left: number; onProven: () => Promise<void> }) {
  const form = useApiForm(second_factor.verifyCode, {
    defaults: { code: '' },
    onDone: () => void onProven(),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
        autoFocus
        label={messages.code}
        hint={messages.code_hint(codes_left)}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        {...form.field('code')}
      />
      <FormAlert className="mb-3">{form.form_error}</FormAlert>
      <Button
        type="submit"
        look="primary"
        size="lg"
        className="mt-3 w-full"
        busy={form.busy}
        disabled={form.wait > 0}
      >
        {messages.confirm}
      </Button>
    </form>
  )
}

function PasskeyForm({ onProven }: { onProven: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function prove() {
    setBusy(true)
    setError(null)
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const options: unknown = await apiRequest(second_factor.createPasskeyOptions, {})
      const response = await startAuthentication({
        optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      })
      await apiRequest(second_factor.verifyPasskey, {
        body: { response: response as unknown as Record<string, unknown> },
      })
      await onProven()
    } catch (reason) {
      const dismissed =
        reason instanceof Error &&
        (reason.name === 'NotAllowedError' || reason.name === 'AbortError')
      setError(dismissed ? messages.passkey_failed : errorMessage(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="lg" icon="key" className="w-full" busy={busy} onClick={() => void prove()}>
        {messages.by_passkey}
      </Button>
      <FormAlert className="mt-3">{error}</FormAlert>
    </>
  )
}
