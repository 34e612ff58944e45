import type { Passkey } from '#contract/accounts/accounts.ts'
import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { profileMessages } from './messages.ko.ts'
import { call, NetworkError, ApiError } from '#web/api/client.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import {
  secondFactorKey,
  withSecondFactor,
} from '#web/features/account/second-factor/with-second-factor.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { QueryList, ProfileSection } from './profile-section.tsx'
import { passkeysQuery } from './queries.ts'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'

const messages = profileMessages.passkey

/** The keys one may sign in with instead of a password. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  const client = useQueryClient()
  const addButton = useRef<HTMLButtonElement>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState<number>()

  /** A proof given on the way also opens the studio, so that its state is read again. */
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(passkeysQuery),
      client.invalidateQueries({ queryKey: secondFactorKey }),
    ])

  async function add() {
    setError(undefined)
    const name = await openPasskeyNameDialog()
    if (!name) return
    setBusy(true)
    const outcome = await registerPasskey(name)
    setBusy(false)
    if (outcome === 'dismissed') return
    if (outcome !== 'added') return setError(outcome.fault)
    toasts.show(messages.added, 'good')
    await refresh()
  }

  async function remove({ id, name }: Passkey) {
    const detail = messages.remove_detail(name)
    if (!(await confirmDialog({ title: messages.remove_title, detail, yes: messages.remove })))
      return
    setRemoving(id)
    try {
      const outcome = await withSecondFactor(() => call(accounts.removePasskey, { params: { id } }))
      if (outcome) toasts.show(messages.removed, 'good')
    } catch (reason) {
      if (!isApiError(reason, 'not_found')) toasts.show(errorMessage(reason), 'danger')
    }
    await refresh()
    setRemoving(undefined)
    addButton.current?.focus()
  }

  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      {passkeys.data?.results.length === 0 ? (
        <p className="text-base text-foreground-muted">{messages.empty}</p>
      ) : (
        <QueryList query={passkeys} label={messages.title}>
          {(passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              seen_from={passkeys.dataUpdatedAt}
              removing={removing === passkey.id}
              onRemove={() => void remove(passkey)}
            />
          )}
        </QueryList>
      )}
      <div className="mt-4 space-y-3">
        {isPasskeyCreationSupported() ? (
          <Button
            ref={addButton}
            icon="plus"
            className="max-sm:w-full"
            busy={busy}
            onClick={() => void add()}
          >
            {messages.add}
          </Button>
        ) : (
          <p className="text-sm text-foreground-subtle">{messages.unsupported}</p>
        )}
        <FormAlert>{error}</FormAlert>
      </div>
    </ProfileSection>
  )
}

function PasskeyRow({
  passkey: { name, created_at, last_used_at },
  seen_from,
  removing,
  onRemove,
}: {
  passkey: Passkey
  seen_from: number
  removing: boolean
  onRemove: () => void
}) {
  return (
    <li className="flex items-center gap-3 py-4 pr-2 pl-4 sm:gap-4 sm:pr-3 sm:pl-5">
      <Icon name="key" className="size-6 text-foreground-subtle" />
      <div className="min-w-0 grow">
        <p className="text-base font-semibold">{name}</p>
        <p className="tabular-nums text-sm text-foreground-subtle">
          {messages.created(created_at)}
          {' · '}
          {last_used_at
            ? messages.used(formatRelativeTime(last_used_at, seen_from))
            : messages.unused}
        </p>
      </div>
      <Button
        look="quiet"
        className="px-3"
        busy={removing}
        aria-label={messages.remove_named(name)}
        onClick={onRemove}
      >
        {messages.remove}
      </Button>
    </li>
  )
}

const { createPasskeyOptions: beginPasskey, registerPasskey: keepPasskey } = accounts

/** Whether this browser knows passkeys at all. */
const isPasskeyCreationSupported = () => 'PublicKeyCredential' in globalThis

/** Creates a passkey in the browser and registers it. Asks for the password (D-16) and the second factor of staff (D-80) first. */
async function registerPasskey(name: string): Promise<'added' | 'dismissed' | { fault: string }> {
  try {
    const [begun, { startRegistration }] = await Promise.all([
      withSecondFactor(() => withReauthentication((proof) => call(beginPasskey, { body: proof }))),
      import('@simplewebauthn/browser'),
    ])
    if (!begun?.value) return 'dismissed'
    const response = await startRegistration({
      // The library of the server made them, in the form that of the browser wants.
      optionsJSON: begun.value.value as unknown as PublicKeyCredentialCreationOptionsJSON,
    })
    await call(keepPasskey, { body: { name, response: { ...response } } })
    return 'added'
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return errorMessage(error)
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return messages.cancelled
    case 'InvalidStateError':
      return messages.known
    default:
      return messages.failed
  }
}

/** Asks what the new key is to be called. */
const openPasskeyNameDialog = (): Promise<string | undefined> =>
  dialogs.open<string>({ label: messages.name_title }, (close) => <NameDialog close={close} />)

function NameDialog({ close }: { close: (name?: string) => void }) {
  const [name, setName] = useState<string>(messages.name_example)
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) close(name.trim())
    else setError(messages.name_missing)
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={messages.name_title}
        actions={
          <>
            <Button onClick={() => close()}>{profileMessages.cancel}</Button>
            <Button type="submit" look="primary">
              {messages.next}
            </Button>
          </>
        }
      >
        <p className="mb-5">{messages.name_detail}</p>
        <TextField
          label={messages.name}
          required
          maxLength={50}
          autoComplete="off"
          value={name}
          error={error}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </DialogBody>
    </form>
  )
}
