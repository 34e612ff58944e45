import type { Passkey } from '#contract/accounts/accounts.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { ago } from '#web/copy/format.ts'
import { profileCopy } from '#web/copy/profile.ts'
import { call } from '#web/data/client.ts'
import { isRefused, wordsOf } from '#web/data/refused.ts'
import { secondFactorKey, withSecondFactor } from '#web/data/with-second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmed } from '#web/ui/confirm.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addPasskey, canMakePasskeys } from './add-passkey.ts'
import { askPasskeyName } from './passkey-name-dialog.tsx'
import { OwnList } from './own-list.tsx'
import { passkeysQuery } from './queries.ts'
import { Section } from './section.tsx'

const words = profileCopy.passkey

/** The keys one may sign in with instead of a password. */
export function PasskeySection() {
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
    const name = await askPasskeyName()
    if (!name) return
    setBusy(true)
    const outcome = await addPasskey(name)
    setBusy(false)
    if (outcome === 'dismissed') return
    if (outcome !== 'added') return setError(outcome.fault)
    toasts.show(words.added, 'good')
    await refresh()
  }

  async function remove({ id, name }: Passkey) {
    const detail = words.remove_detail(name)
    if (!(await confirmed({ title: words.remove_title, detail, yes: words.remove }))) return
    setRemoving(id)
    try {
      const outcome = await withSecondFactor(() =>
        call(viewerEndpoints.accounts.removePasskey, { params: { id } }),
      )
      if (outcome) toasts.show(words.removed, 'good')
    } catch (reason) {
      if (!isRefused(reason, 'not_found')) toasts.show(wordsOf(reason), 'danger')
    }
    await refresh()
    setRemoving(undefined)
    addButton.current?.focus()
  }

  return (
    <Section title={words.title} detail={words.detail}>
      {passkeys.data?.results.length === 0 ? (
        <p className="text-base text-paper-2">{words.empty}</p>
      ) : (
        <OwnList query={passkeys} label={words.title}>
          {(passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              seen_from={passkeys.dataUpdatedAt}
              removing={removing === passkey.id}
              onRemove={() => void remove(passkey)}
            />
          )}
        </OwnList>
      )}
      <div className="mt-4 space-y-3">
        {canMakePasskeys() ? (
          <Button
            ref={addButton}
            icon="plus"
            className="max-sm:w-full"
            busy={busy}
            onClick={() => void add()}
          >
            {words.add}
          </Button>
        ) : (
          <p className="text-sm text-paper-3">{words.unsupported}</p>
        )}
        <FormError>{error}</FormError>
      </div>
    </Section>
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
      <Icon name="key" className="size-6 text-paper-3" />
      <div className="min-w-0 grow">
        <p className="text-base font-semibold">{name}</p>
        <p className="figures text-sm text-paper-3">
          {words.created(created_at)}
          {' · '}
          {last_used_at ? words.used(ago(last_used_at, seen_from)) : words.unused}
        </p>
      </div>
      <Button
        look="quiet"
        className="px-3"
        busy={removing}
        aria-label={words.remove_named(name)}
        onClick={onRemove}
      >
        {words.remove}
      </Button>
    </li>
  )
}
