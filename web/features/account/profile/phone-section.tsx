import type { User } from '#contract/accounts/accounts.ts'
import { maskPhone } from '#contract/core/masking.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileCopy } from './messages.ko.ts'
import { auth } from '#web/session/auth-store.ts'
import { call } from '#web/api/client.ts'
import { PhoneProof } from '#web/features/account/fields/phone-verification.tsx'
import { proven } from '#web/features/account/fields/reauthenticate.tsx'
import { isRefused, wordsOf } from '#web/api/error-message.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Openable, Section } from './profile-section.tsx'

const words = profileCopy.phone

export function PhoneSection({ user }: { user: User }) {
  return (
    <Section title={words.title} detail={words.detail}>
      <Openable
        label={words.change}
        shown={
          <p className="figures text-base font-semibold">
            <span className="sr-only">{words.current} </span>
            {maskPhone(user.phonenumber)}
          </p>
        }
      >
        {(close) => <ChangePhone close={close} />}
      </Openable>
    </Section>
  )
}

/** Another number, the code sent to it, and who is there, where that is asked for (D-16). */
function ChangePhone({ close }: { close: () => void }) {
  const [phonenumber, setPhonenumber] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone once the code was right.
  useEffect(() => {
    if (phonenumber) save.current?.focus()
  }, [phonenumber])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!phonenumber || busy) return
    setBusy(true)
    setError(undefined)
    try {
      const done = await proven((proof) =>
        call(viewerEndpoints.accounts.updateMe, { body: { phonenumber, ...proof } }),
      )
      setBusy(false)
      if (!done) return
      auth.update(done.value)
      toasts.show(words.saved, 'good')
      close()
    } catch (reason) {
      setBusy(false)
      setError(wordsOf(reason))
      if (isRefused(reason, 'verification_required')) setPhonenumber(null)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <PhoneProof
        label={words.label}
        hint={words.hint}
        proven={phonenumber}
        onProven={setPhonenumber}
      />
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-2.5 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileCopy.cancel}</Button>
        <Button ref={save} type="submit" look="primary" busy={busy} disabled={!phonenumber}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
