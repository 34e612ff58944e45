import { maskPhone } from '#contract/core/masking.ts'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { profileMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { useSentCode } from '#web/features/account/fields/use-verification-code.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { VerificationCodeField } from '#web/features/account/fields/verification-code-field.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { formatBirthDateInput } from './profile-values.ts'
import { ExpandableField, ProfileSection } from './profile-section.tsx'

const messages = profileMessages.adult

/** Adult verification by phone code and birth date (D-23). `#adult` links here. */
export function AdultVerificationSection({ user }: { user: User }) {
  return (
    <ProfileSection id="adult" title={messages.title} detail={messages.detail}>
      {user.is_adult_verified ? (
        <>
          <Badge tone="success">{messages.verified}</Badge>
          <p className="mt-2 text-sm text-foreground-muted">{messages.verified_detail}</p>
        </>
      ) : (
        <ExpandableField
          label={messages.start}
          summary={<p className="text-base">{messages.not_verified}</p>}
        >
          {(close) => <AdultVerificationForm user={user} close={close} />}
        </ExpandableField>
      )}
    </ProfileSection>
  )
}

function AdultVerificationForm({ user, close }: { user: User; close: () => void }) {
  const verificationCode = useSentCode(() => call(accounts.sendAgeVerificationCode, {}), 'adult')
  const {
    form,
    field,
    submit,
    formError: form_error,
    isSubmitting: busy,
  } = useApiForm(accounts.verifyAge, {
    defaultValues: { birth_date: '', code: '' },
    onSuccess(verified) {
      authStore.updateUser(verified)
      toasts.show(messages.done, 'success')
    },
    onApiError() {
      // The code is used up even if the age check failed.
      verificationCode.reset()
      return false
    },
  })
  const codeError = form.formState.errors.code

  async function sendCode() {
    if (await form.trigger('birth_date', { shouldFocus: true })) verificationCode.send()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        if (verificationCode.code) return submit(event)
        event.preventDefault()
        void sendCode()
      }}
      className="space-y-3"
    >
      <p className="rounded-lg bg-surface-raised px-4 py-3 text-sm text-foreground-muted">
        {messages.notice}
      </p>
      <TextField
        label={messages.birth_date}
        hint={messages.birth_hint}
        inputMode="numeric"
        autoComplete="bday"
        required
        maxLength={10}
        {...field('birth_date')}
        {...form.register('birth_date', { setValueAs: formatBirthDateInput })}
      />
      {verificationCode.code && (
        <>
          <p role="status" className="text-sm text-foreground-muted">
            {messages.sent(maskPhone(user.phonenumber))}
          </p>
          <VerificationCodeField
            code={verificationCode.code}
            {...verificationCode.field}
            error={codeError?.message ?? verificationCode.error}
            isExpired={codeError?.type === 'code_expired'}
            busy={verificationCode.isPending || busy}
            onResend={() => {
              form.clearErrors('code')
              verificationCode.field.onResend()
            }}
            onChange={(digits) => form.setValue('code', digits)}
            onComplete={() => submit()}
          />
        </>
      )}
      <FormAlert>{form_error ?? (verificationCode.code ? null : verificationCode.error)}</FormAlert>
      <div className="flex flex-wrap gap-2.5 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy || verificationCode.isPending}>
          {verificationCode.code ? messages.submit : messages.send}
        </Button>
      </div>
    </form>
  )
}
