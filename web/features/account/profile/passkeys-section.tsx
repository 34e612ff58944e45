import type { Passkey } from '#contract/accounts/devices.ts'
import * as accounts from '#web/api/endpoints/accounts.generated.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { profileMessages } from './messages.ko.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { call, NetworkError } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { withSecondFactor } from '#web/features/account/second-factor/with-second-factor.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { QueryList, ProfileSection } from './profile-section.tsx'
import { passkeysQuery } from './queries.ts'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'

const messages = profileMessages.passkey
/** Reauthentication may also verify the second factor. */
const invalidates = [accountKeys.passkeys, accountKeys.secondFactor]

/** The member's passkeys. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  const addButton = useRef<HTMLButtonElement>(null)
  const addition = useApiMutation(registerPasskey, {
    invalidates,
    errors: 'inline',
    messageOf: passkeyErrorMessage,
    onSuccess: (added) => added && toasts.show(messages.added, 'success'),
  })
  async function add() {
    addition.reset()
    const name = await openPasskeyNameDialog()
    if (name) addition.submit(name)
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
              now={passkeys.dataUpdatedAt}
              onRemoved={() => addButton.current?.focus()}
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
            busy={addition.isPending}
            onClick={() => void add()}
          >
            {messages.add}
          </Button>
        ) : (
          <p className="text-sm text-foreground-subtle">{messages.unsupported}</p>
        )}
        <FormAlert>{addition.formError}</FormAlert>
      </div>
    </ProfileSection>
  )
}

function PasskeyRow({
  passkey: { id, name, created_at, last_used_at },
  now,
  onRemoved,
}: {
  passkey: Passkey
  now: number
  onRemoved: () => void
}) {
  const removal = useApiMutation(
    () => withSecondFactor(() => call(accounts.removePasskey, { params: { id } })),
    {
      invalidates,
      treatNotFoundAsDone: true,
      onSuccess: (removed) => removed !== undefined && toasts.show(messages.removed, 'success'),
      onSettled: onRemoved,
    },
  )
  async function remove() {
    const { remove_title: title, remove_detail, remove: confirmLabel } = messages
    if (await confirmDialog({ title, message: remove_detail(name), confirmLabel })) removal.submit()
  }
  return (
    <li className="flex items-center gap-3 py-4 pr-2 pl-4 sm:gap-4 sm:pr-3 sm:pl-5">
      <Icon name="key" className="size-6 text-foreground-subtle" />
      <div className="min-w-0 grow">
        <p className="text-base font-semibold">{name}</p>
        <p className="tabular-nums text-sm text-foreground-subtle">
          {messages.created(created_at)}
          {' · '}
          {last_used_at ? messages.used(formatRelativeTime(last_used_at, now)) : messages.unused}
        </p>
      </div>
      <Button
        variant="ghost"
        className="px-3"
        busy={removal.isPending}
        aria-label={messages.remove_named(name)}
        onClick={() => void remove()}
      >
        {messages.remove}
      </Button>
    </li>
  )
}

const { createPasskeyOptions: createOptions, registerPasskey: savePasskey } = accounts

const isPasskeyCreationSupported = () => 'PublicKeyCredential' in globalThis

/**
 * Creates and registers a passkey. Requires the password (D-16) and, for staff, the second factor (D-80) first.
 * @returns false if a dialog was dismissed.
 */
async function registerPasskey(name: string): Promise<boolean> {
  const [options, { startRegistration }] = await Promise.all([
    withSecondFactor(() => withReauthentication((proof) => call(createOptions, { body: proof }))),
    import('@simplewebauthn/browser'),
  ])
  if (!options?.value) return false
  const response = await startRegistration({
    // Made by the server library in the format of the browser library.
    optionsJSON: options.value.value as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  await call(savePasskey, { body: { name, response: { ...response } } })
  return true
}

function passkeyErrorMessage(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return errorMessage(error)
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return messages.cancelled
    case 'InvalidStateError':
      return messages.already_added
    default:
      return messages.failed
  }
}

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
            <Button type="submit" variant="primary">
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
