import { accounts, type User } from '#contract/accounts/accounts.ts'
import { profileMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call, NetworkError } from '#web/api/client.ts'
import {
  withReauthentication,
  withSecondFactor,
} from '#web/features/account/fields/reauthenticate.tsx'
import { arePasskeysSupported, isPasskeyDismissal } from '#web/features/account/fields/passkeys.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { ExpandableField, QueryList } from './profile-section.tsx'
import type { Passkey, DeviceSession } from '#contract/accounts/devices.ts'
import { formatRelativeTime } from '#web/lib/format.ts'
import { ApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { confirmDialog, DialogBody } from '#web/ui/dialog/dialog.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'

const passwordMessages = profileMessages.password

export function Password({ user }: { user: User }) {
  return (
    <ExpandableField
      label={passwordMessages.change}
      summary={
        <p aria-hidden="true" className="text-base tracking-widest text-foreground-subtle">
          ••••••••••
        </p>
      }
    >
      {(close) => <ChangePassword user={user} close={close} />}
    </ExpandableField>
  )
}

function ChangePassword({ user, close }: { user: User; close: () => void }) {
  const client = useQueryClient()
  const { changePassword } = accounts
  const { form, field, submit, formError, isSubmitting } = useApiForm(changePassword, {
    defaultValues: { new_password: '', confirm_password: '' },
    validate: ({ new_password, confirm_password }) =>
      new_password === confirm_password
        ? []
        : [{ field: 'confirm_password', code: 'does_not_match' }],
    submit: (body) =>
      withReauthentication((proof) => call(changePassword, { body: { ...body, ...proof } })),
    onSuccess() {
      toasts.show(passwordMessages.saved, 'success')
      // All other devices were logged out.
      void client.invalidateQueries(sessionsQuery)
      close()
    },
  })
  const [password, confirmation] = form.watch(['new_password', 'confirm_password'])
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      {/* The account name for password managers. */}
      <input hidden type="email" autoComplete="username" value={user.email} readOnly />
      <NewPasswordField
        label={passwordMessages.new_password}
        typed={password}
        member={user}
        {...field('new_password')}
      />
      <ConfirmPasswordField
        label={passwordMessages.confirm_password}
        password={password}
        typed={confirmation}
        {...field('confirm_password')}
      />
      <FormAlert>{formError}</FormAlert>
      <div className="flex flex-wrap gap-2 pt-2 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {passwordMessages.submit}
        </Button>
      </div>
    </form>
  )
}

const passkeyMessages = profileMessages.passkey
/** Reauthentication may also verify the second factor. */
const invalidates = [accountKeys.passkeys, accountKeys.secondFactor]

const passkeysQuery = queryOptions({
  queryKey: accountKeys.passkeys,
  queryFn: () => call(accounts.listPasskeys, {}),
})

/** The member's passkeys. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery)
  const addButton = useRef<HTMLButtonElement>(null)
  const addition = useApiMutation(registerPasskey, {
    invalidates,
    errors: 'inline',
    messageOf: passkeyErrorMessage,
    onSuccess: (added) => added && toasts.show(passkeyMessages.added, 'success'),
  })
  async function add() {
    addition.reset()
    const name = await openPasskeyNameDialog()
    if (name) addition.submit(name)
  }

  return (
    <>
      {passkeys.data?.results.length === 0 ? (
        <p className="text-base text-foreground-muted">{passkeyMessages.empty}</p>
      ) : (
        <QueryList query={passkeys} label={passkeyMessages.title}>
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
        {arePasskeysSupported() ? (
          <Button
            ref={addButton}
            icon="plus"
            className="max-sm:w-full"
            busy={addition.isPending}
            onClick={() => void add()}
          >
            {passkeyMessages.add}
          </Button>
        ) : (
          <p className="text-sm text-foreground-subtle">{passkeyMessages.unsupported}</p>
        )}
        <FormAlert>{addition.formError}</FormAlert>
      </div>
    </>
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
      onSuccess: (removed) =>
        removed !== undefined && toasts.show(passkeyMessages.removed, 'success'),
      onSettled: onRemoved,
    },
  )
  async function remove() {
    const { remove_title: title, remove_detail, remove: confirmLabel } = passkeyMessages
    if (await confirmDialog({ title, message: remove_detail(name), confirmLabel })) removal.submit()
  }
  return (
    <li className="flex items-center gap-3 py-4 pr-2 pl-4 sm:gap-4 sm:pr-3 sm:pl-5">
      <Icon name="key" className="size-6 text-foreground-subtle" />
      <div className="min-w-0 grow">
        <p className="text-base font-semibold">{name}</p>
        <p className="tabular-nums text-sm text-foreground-subtle">
          {passkeyMessages.created(created_at)}
          {' · '}
          {last_used_at
            ? passkeyMessages.used(formatRelativeTime(last_used_at, now))
            : passkeyMessages.unused}
        </p>
      </div>
      <Button
        variant="ghost"
        className="px-3"
        busy={removal.isPending}
        aria-label={passkeyMessages.remove_named(name)}
        onClick={() => void remove()}
      >
        {passkeyMessages.remove}
      </Button>
    </li>
  )
}

/**
 * Creates and registers a passkey. Requires the password and, for staff, the second factor first.
 * @returns false if a dialog was dismissed.
 */
async function registerPasskey(name: string): Promise<boolean> {
  const [options, { startRegistration }] = await Promise.all([
    withSecondFactor(() =>
      withReauthentication((proof) => call(accounts.createPasskeyOptions, { body: proof })),
    ),
    import('@simplewebauthn/browser'),
  ])
  if (!options?.value) return false
  const response = await startRegistration({
    // Made by the server library in the format of the browser library.
    optionsJSON: options.value.value as unknown as PublicKeyCredentialCreationOptionsJSON,
  })
  await call(accounts.registerPasskey, { body: { name, response: { ...response } } })
  return true
}

function passkeyErrorMessage(error: unknown): string {
  if (error instanceof ApiError || error instanceof NetworkError) return errorMessage(error)
  if (isPasskeyDismissal(error)) return passkeyMessages.cancelled
  const isAlreadyAdded = error instanceof Error && error.name === 'InvalidStateError'
  return isAlreadyAdded ? passkeyMessages.already_added : passkeyMessages.failed
}

const openPasskeyNameDialog = (): Promise<string | undefined> =>
  dialogs.open<string>({ label: passkeyMessages.name_title }, (close) => (
    <NameDialog close={close} />
  ))

function NameDialog({ close }: { close: (name?: string) => void }) {
  const [name, setName] = useState<string>(passkeyMessages.name_example)
  const [error, setError] = useState<string>()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) close(name.trim())
    else setError(passkeyMessages.name_missing)
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={passkeyMessages.name_title}
        actions={
          <>
            <Button onClick={() => close()}>{profileMessages.cancel}</Button>
            <Button type="submit" variant="primary">
              {passkeyMessages.next}
            </Button>
          </>
        }
      >
        <p className="mb-5">{passkeyMessages.name_detail}</p>
        <TextField
          label={passkeyMessages.name}
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

const deviceMessages = profileMessages.devices
const deviceName = ({ device }: DeviceSession) => device || deviceMessages.unknown
const isMobile = (device: string) => /iPhone|iPad|Android/.test(device)

const sessionsQuery = queryOptions({
  queryKey: accountKeys.sessions,
  queryFn: () => call(accounts.listSessions, {}),
})

/** The member's sessions, each with a button to end it. */
export function Devices() {
  const devices = useQuery(sessionsQuery)
  const list = useRef<HTMLUListElement>(null)
  /** The element that had the focus may be gone. */
  const focusList = () => list.current?.focus()
  const endingOthers = useApiMutation(accounts.endOtherSessions, {
    toast: deviceMessages.others_signed_out,
    invalidates: [accountKeys.sessions],
    onSettled: focusList,
  })

  const others = devices.data?.results.filter(({ is_current }) => !is_current).length ?? 0
  async function endOtherSessions() {
    const { others_title: title, others_detail, sign_out: confirmLabel } = deviceMessages
    if (await confirmDialog({ title, message: others_detail(others), confirmLabel }))
      endingOthers.submit({})
  }

  return (
    <>
      <QueryList ref={list} query={devices} label={deviceMessages.title}>
        {(device) => (
          <Device key={device.id} device={device} now={devices.dataUpdatedAt} onEnded={focusList} />
        )}
      </QueryList>
      {others > 0 && (
        <Button
          variant="outline"
          className="mt-3 max-sm:w-full"
          busy={endingOthers.isPending}
          onClick={() => void endOtherSessions()}
        >
          {deviceMessages.sign_out_others}
        </Button>
      )}
      {devices.data && others === 0 && (
        <p className="mt-3 text-sm text-foreground-subtle">{deviceMessages.only_this_device}</p>
      )}
    </>
  )
}

function Device({
  device,
  now,
  onEnded,
}: {
  device: DeviceSession
  now: number
  onEnded: () => void
}) {
  const { is_current, last_seen_at, signed_in_at, address, profile_name } = device
  const ending = useApiMutation(accounts.endSession, {
    toast: deviceMessages.signed_out(deviceName(device)),
    treatNotFoundAsDone: true,
    invalidates: [accountKeys.sessions],
    onSettled: onEnded,
  })
  return (
    <li className="flex items-center gap-3 py-4 pr-2 pl-4 sm:gap-4 sm:pr-3 sm:pl-5">
      <Icon
        name={isMobile(device.device) ? 'phone_device' : 'monitor'}
        className={`size-6 ${is_current ? 'text-accent' : 'text-foreground-subtle'}`}
      />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base font-semibold">
          {deviceName(device)}
          {is_current && <Badge tone="accent">{deviceMessages.current}</Badge>}
        </p>
        <p className="tabular-nums flex flex-wrap gap-x-3 text-sm text-foreground-subtle">
          <span>
            {is_current
              ? deviceMessages.seen_now
              : deviceMessages.seen(formatRelativeTime(last_seen_at, now))}
          </span>
          {profile_name && <span>{deviceMessages.profile(profile_name)}</span>}
          <span>{deviceMessages.signed_in(signed_in_at)}</span>
          <span>{address}</span>
        </p>
      </div>
      {!is_current && (
        <Button
          variant="ghost"
          className="px-3"
          busy={ending.isPending}
          aria-label={deviceMessages.sign_out_named(deviceName(device))}
          onClick={() => ending.submit({ params: { id: device.id } })}
        >
          {deviceMessages.sign_out}
        </Button>
      )}
    </li>
  )
}
