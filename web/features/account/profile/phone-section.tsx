import { maskPhone } from '#contract/core/masking.ts'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { phoneVerificationMessages } from '#web/features/account/fields/messages.ko.ts'
import { profileMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { call } from '#web/api/client.ts'
import { PhoneVerification } from '#web/features/account/fields/phone-verification.tsx'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import { isApiError } from '#web/api/api-errors.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ExpandableField, ProfileSection } from './profile-section.tsx'

const messages = profileMessages.phone

export function PhoneSection({ user }: { user: User }) {
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <ExpandableField
        label={messages.change}
        summary={
          <p className="tabular-nums text-base font-semibold">
            <span className="sr-only">{messages.current} </span>
            {maskPhone(user.phonenumber)}
          </p>
        }
      >
        {(close) => <ChangePhone close={close} />}
      </ExpandableField>
    </ProfileSection>
  )
}

/** Changes the number: new number, code, and reauthentication if required (D-16). */
function ChangePhone({ close }: { close: () => void }) {
  const [phonenumber, setPhonenumber] = useState<string | null>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const change = useApiMutation(
    (number: string) =>
      withReauthentication((proof) =>
        call(accounts.updateMe, { body: { phonenumber: number, ...proof } }),
      ),
    {
      errors: 'inline',
      onSuccess(result) {
        // The password dialog was dismissed.
        if (!result) return
        authStore.updateUser(result.value)
        toasts.show(messages.saved, 'success')
        close()
      },
      onError: (error) => isApiError(error, 'verification_required') && setPhonenumber(null),
    },
  )
  const save = useRef<HTMLButtonElement>(null)
  // The code field had the focus and is gone.
  useEffect(() => {
    if (phonenumber) save.current?.focus()
  }, [phonenumber])

  function submit(event: FormEvent) {
    event.preventDefault()
    setWasSubmitted(true)
    if (phonenumber) change.submit(phonenumber)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <PhoneVerification
        label={messages.label}
        hint={messages.hint}
        error={wasSubmitted ? phoneVerificationMessages.not_verified : undefined}
        verifiedNumber={phonenumber}
        onVerified={setPhonenumber}
      />
      <FormAlert>{change.formError}</FormAlert>
      <div className="flex flex-wrap gap-2.5 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button
          ref={save}
          type="submit"
          variant="primary"
          busy={change.isPending}
          incomplete={!phonenumber}
        >
          {messages.submit}
        </Button>
      </div>
    </form>
  )
}
