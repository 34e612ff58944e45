import { endpoints } from '#contract/index.ts'
import type { SecondFactor } from '#contract/second-factor.ts'
import { studioCopy } from '#web/copy/studio.ts'
import { useCallForm } from '#web/data/call-form.ts'
import { request } from '#web/data/client.ts'
import { wordsOf } from '#web/data/refused.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useState, type ReactNode } from 'react'
import { AuthenticatorSetup } from './authenticator-setup.tsx'

const words = studioCopy.second_factor
const { second_factor } = endpoints

/** The door of the studio: a code or a passkey, and for whoever has neither yet, setting an app up. */
export function SecondFactorPage({
  factor,
  onProven,
}: {
  factor: SecondFactor
  onProven: () => Promise<void>
}) {
  if (!factor.has_authenticator && !factor.has_passkey)
    return (
      <Door>
        <AuthenticatorSetup onDone={onProven} />
      </Door>
    )
  return (
    <Door>
      <h1 className="text-2xl font-extrabold">{words.title}</h1>
      <p className="mt-2 mb-7 text-base text-paper-2">{words.detail}</p>
      {factor.has_authenticator && (
        <CodeForm codes_left={factor.recovery_codes_left} onProven={onProven} />
      )}
      {factor.has_authenticator && factor.has_passkey && (
        <p className="my-4 flex items-center gap-4 text-sm text-paper-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          {words.or}
        </p>
      )}
      {factor.has_passkey && <PasskeyWay onProven={onProven} />}
      <details className="group mt-6 text-sm text-paper-3">
        <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-md hover:text-paper [&::-webkit-details-marker]:hidden">
          {words.lost}
          <Icon name="down" className="size-4 group-open:rotate-180" />
        </summary>
        <p className="pb-2 text-paper-2">{words.lost_detail}</p>
      </details>
    </Door>
  )
}

const Door = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-md py-6 md:py-14">{children}</div>
)

function CodeForm({ codes_left, onProven }: { codes_left: number; onProven: () => Promise<void> }) {
  const form = useCallForm(second_factor.prove, {
    defaults: { code: '' },
    onDone: () => void onProven(),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
        autoFocus
        label={words.code}
        hint={words.code_hint(codes_left)}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        {...form.field('code')}
      />
      <FormError className="mb-3">{form.form_error}</FormError>
      <Button
        type="submit"
        look="primary"
        size="lg"
        className="mt-3 w-full"
        busy={form.busy}
        disabled={form.wait > 0}
      >
        {words.confirm}
      </Button>
    </form>
  )
}

function PasskeyWay({ onProven }: { onProven: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function prove() {
    setBusy(true)
    setError(null)
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      const options: unknown = await request(second_factor.beginPasskey, {})
      const response = await startAuthentication({
        optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      })
      await request(second_factor.provePasskey, {
        body: { response: response as unknown as Record<string, unknown> },
      })
      await onProven()
    } catch (reason) {
      const dismissed =
        reason instanceof Error &&
        (reason.name === 'NotAllowedError' || reason.name === 'AbortError')
      setError(dismissed ? words.passkey_failed : wordsOf(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="lg" icon="key" className="w-full" busy={busy} onClick={() => void prove()}>
        {words.by_passkey}
      </Button>
      <FormError className="mt-3">{error}</FormError>
    </>
  )
}
