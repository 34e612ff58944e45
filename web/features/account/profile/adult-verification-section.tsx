import type { User } from '#contract/accounts/accounts.ts'
import { maskPhone } from '#contract/core/masking.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileCopy } from './messages.ko.ts'
import { auth } from '#web/session/auth-store.ts'
import { useCallForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { useSentCode } from '#web/features/account/fields/use-verification-code.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { CodeField } from '#web/features/account/fields/verification-code-field.tsx'
import { TextField } from '#web/ui/forms/form-controls.tsx'
import { FormError } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { dashedDate } from './profile-values.ts'
import { Openable, Section } from './profile-section.tsx'

const words = profileCopy.adult

/** Proving the age by the member's own phone and the date of birth (D-23). Walls lead here by `#adult`. */
export function AdultSection({ user }: { user: User }) {
  return (
    <Section id="adult" title={words.title} detail={words.detail}>
      {user.is_adult_verified ? (
        <>
          <Badge tone="good">{words.verified}</Badge>
          <p className="mt-2 text-sm text-paper-2">{words.verified_detail}</p>
        </>
      ) : (
        <Openable label={words.begin} shown={<p className="text-base">{words.not_verified}</p>}>
          {(close) => <Verify user={user} close={close} />}
        </Openable>
      )}
    </Section>
  )
}

function Verify({ user, close }: { user: User; close: () => void }) {
  const sent = useSentCode(
    () => call(viewerEndpoints.accounts.sendAgeVerificationCode, {}),
    'adult',
  )
  const { form, field, submit, form_error, busy } = useCallForm(
    viewerEndpoints.accounts.verifyAge,
    {
      defaults: { birth_date: '', code: '' },
      onDone(verified) {
        auth.update(verified)
        toasts.show(words.done, 'good')
      },
      onRefused() {
        // Whatever was said of the age, the code has been used up.
        sent.reset()
        return false
      },
    },
  )
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
      <p className="rounded-lg bg-surface-2 px-4 py-3 text-sm text-paper-2">{words.local}</p>
      <TextField
        label={words.birth_date}
        hint={words.birth_hint}
        inputMode="numeric"
        autoComplete="bday"
        required
        maxLength={10}
        {...field('birth_date')}
        {...form.register('birth_date', { setValueAs: dashedDate })}
      />
      {sent.code && (
        <>
          <p role="status" className="text-sm text-paper-2">
            {words.sent(maskPhone(user.phonenumber))}
          </p>
          <CodeField
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
      <FormError>{form_error ?? (sent.code ? null : sent.error)}</FormError>
      <div className="flex flex-wrap gap-2.5 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileCopy.cancel}</Button>
        <Button type="submit" look="primary" busy={busy || sent.busy}>
          {sent.code ? words.submit : words.send}
        </Button>
      </div>
    </form>
  )
}
