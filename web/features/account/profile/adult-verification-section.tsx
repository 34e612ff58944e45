import type { User } from '#contract/accounts/accounts.ts'
import { maskPhone } from '#contract/core/masking.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
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
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { formatBirthDateInput } from './profile-values.ts'
import { ExpandableField, ProfileSection } from './profile-section.tsx'

const messages = profileMessages.adult

/** Proving the age by the member's own phone and the date of birth (D-23). Walls lead here by `#adult`. */
export function AdultVerificationSection({ user }: { user: User }) {
  return (
    <ProfileSection id="adult" title={messages.title} detail={messages.detail}>
      {user.is_adult_verified ? (
        <>
          <Badge tone="good">{messages.verified}</Badge>
          <p className="mt-2 text-sm text-foreground-muted">{messages.verified_detail}</p>
        </>
      ) : (
        <ExpandableField
          label={messages.begin}
          shown={<p className="text-base">{messages.not_verified}</p>}
        >
          {(close) => <Verify user={user} close={close} />}
        </ExpandableField>
      )}
    </ProfileSection>
  )
}

function Verify({ user, close }: { user: User; close: () => void }) {
  const sent = useSentCode(
    () => call(viewerEndpoints.accounts.sendAgeVerificationCode, {}),
    'adult',
  )
  const { form, field, submit, form_error, busy } = useApiForm(viewerEndpoints.accounts.verifyAge, {
    defaults: { birth_date: '', code: '' },
    onDone(verified) {
      authStore.update(verified)
      toasts.show(messages.done, 'good')
    },
    onRefused() {
      // Whatever was said of the age, the code has been used up.
      sent.reset()
      return false
    },
  })
  const fault = form.formState.errors.code

  async function begin() {
    if (await form.trigger('birth_date', { shouldFocus: true })) await sent.send()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        if (sent.code) return submit(event)
        event.preventDefault()
        void begin()
      }}
      className="space-y-3"
    >
      <p className="rounded-lg bg-surface-raised px-4 py-3 text-sm text-foreground-muted">
        {messages.local}
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
      {sent.code && (
        <>
          <p role="status" className="text-sm text-foreground-muted">
            {messages.sent(maskPhone(user.phonenumber))}
          </p>
          <VerificationCodeField
            code={sent.code}
            {...sent.field}
            error={fault?.message ?? sent.error}
            ended={fault?.type === 'code_expired'}
            busy={sent.busy || busy}
            onResend={() => {
              form.clearErrors('code')
              sent.field.onResend()
            }}
            onChange={(digits) => form.setValue('code', digits)}
            onComplete={() => submit()}
          />
        </>
      )}
      <FormAlert>{form_error ?? (sent.code ? null : sent.error)}</FormAlert>
      <div className="flex flex-wrap gap-2.5 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button type="submit" look="primary" busy={busy || sent.busy}>
          {sent.code ? messages.submit : messages.send}
        </Button>
      </div>
    </form>
  )
}
