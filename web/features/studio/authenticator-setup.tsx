import { endpoints } from '#contract/index.ts'
import type { AuthenticatorSetup as Setup } from '#contract/second-factor.ts'
import { studioCopy } from '#web/copy/studio.ts'
import { useCallForm } from '#web/data/call-form.ts'
import { isRefused } from '#web/data/refused.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useState } from 'react'
import { encode } from 'uqr'

const words = studioCopy.second_factor
const { second_factor } = endpoints

/** Sets an authenticator app up in three steps: begin, type its first code, keep the recovery codes. */
export function AuthenticatorSetup({ onDone }: { onDone: () => Promise<void> }) {
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (setup) return <Confirm setup={setup} onCodes={setCodes} />
  return <Begin onBegun={setSetup} />
}

function Begin({ onBegun }: { onBegun: (setup: Setup) => void }) {
  const [asks, setAsks] = useState(false)
  const form = useCallForm(second_factor.beginAuthenticator, {
    defaults: {},
    onDone: onBegun,
    // D-16: who signed in a while ago says once more who he is.
    onRefused: (refused) => {
      if (!isRefused(refused, 'reauthentication_required')) return false
      setAsks(true)
      return true
    },
  })
  return (
    <form noValidate onSubmit={form.submit}>
      {asks && (
        <PasswordField
          label={words.password}
          hint={words.password_hint}
          autoComplete="current-password"
          {...form.field('current_password')}
        />
      )}
      <FormError>{form.form_error}</FormError>
      <Button
        type="submit"
        look="primary"
        size="lg"
        icon="lock"
        className="mt-1 w-full"
        busy={form.busy}
      >
        {words.begin}
      </Button>
    </form>
  )
}

function Confirm({
  setup: { secret, uri },
  onCodes,
}: {
  setup: Setup
  onCodes: (codes: readonly string[]) => void
}) {
  const form = useCallForm(second_factor.confirmAuthenticator, {
    defaults: { code: '' },
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <h2 className="text-lg font-bold">{words.scan}</h2>
      <p className="mt-1 text-sm text-paper-3">{words.scan_detail}</p>
      <QrCode text={uri} />
      <p className="text-sm text-paper-3">{words.secret}</p>
      <p className="mt-1 mb-6 font-mono text-base break-all text-paper select-all">
        {secret.replace(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <TextField
        label={words.first_code}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...form.field('code')}
      />
      <FormError>{form.form_error}</FormError>
      <Button type="submit" look="primary" size="lg" className="mt-2 w-full" busy={form.busy}>
        {words.finish}
      </Button>
    </form>
  )
}

/** Dark modules on white, which every camera reads, as one path. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={words.qr}
      viewBox={`0 0 ${size} ${size}`}
      className="my-5 size-52 rounded-lg bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} className="fill-black" />
    </svg>
  )
}

function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[]
  onDone: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    toasts.show(words.copied, 'good')
  }
  return (
    <>
      <h2 className="text-lg font-bold">{words.codes_title}</h2>
      <p className="mt-1 text-sm text-paper-3">{words.codes_detail}</p>
      <ul className="my-5 grid grid-cols-1 gap-x-6 gap-y-2 rounded-xl bg-surface p-5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button
          look="primary"
          className="grow"
          busy={busy}
          onClick={() => {
            setBusy(true)
            void onDone().finally(() => setBusy(false))
          }}
        >
          {words.codes_kept}
        </Button>
      </div>
    </>
  )
}
