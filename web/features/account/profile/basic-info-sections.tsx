import { usernameLength } from '#contract/accounts/account-rules.ts'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { profileMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField, FormAlert, Switch } from '#web/ui/forms/form-controls.tsx'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ExpandableField, formatBirthDateInput } from './profile-section.tsx'
import { emailSectionMessages } from '#web/features/account/email-change/messages.ko.ts'
import { maskPhone } from '#contract/core/masking.ts'
import { phoneVerificationMessages } from '#web/features/account/fields/messages.ko.ts'
import { call } from '#web/api/client.ts'
import { PhoneVerification } from '#web/features/account/fields/phone-verification.tsx'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import { isApiError } from '#web/api/api-errors.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import {
  useSentCode,
  VerificationCodeField,
} from '#web/features/account/fields/verification-code-field.tsx'

const nameMessages = profileMessages.name

export function NameForm({ user }: { user: User }) {
  const { form, field, submit, formError, isSubmitting } = useApiForm(accounts.updateMe, {
    defaultValues: { username: user.username },
    // Optional in the API, required here.
    validate: ({ username }) => (username?.trim() ? [] : [{ field: 'username', code: 'required' }]),
    onSuccess(changed) {
      authStore.updateUser(changed)
      form.reset({ username: changed.username })
      toasts.show(nameMessages.saved, 'success')
    },
  })
  function onSubmit(event: FormEvent) {
    if (form.formState.isDirty) return submit(event)
    event.preventDefault()
    toasts.show(nameMessages.unchanged)
  }
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="sm:flex sm:items-start sm:gap-2">
        <div className="grow">
          <TextField
            label={nameMessages.label}
            hint={nameMessages.hint}
            autoComplete="name"
            required
            maxLength={usernameLength.max}
            {...field('username')}
          />
        </div>
        <Button
          type="submit"
          className="h-12 max-sm:mt-3 max-sm:w-full sm:mt-7"
          busy={isSubmitting}
          incomplete={!form.formState.isDirty}
        >
          {profileMessages.save}
        </Button>
      </div>
      <FormAlert>{formError}</FormAlert>
    </form>
  )
}

const marketingMessages = profileMessages.marketing

/** Marketing consent: saved at once, reverted with a toast on errors. */
export function MarketingSwitch({ user }: { user: User }) {
  const change = useApiMutation(accounts.updateMe, {
    toast: ({ is_marketing_agreed }) =>
      is_marketing_agreed ? marketingMessages.on : marketingMessages.off,
    messageOf: () => marketingMessages.failed,
    onSuccess: authStore.updateUser,
  })
  const pendingValue = change.isPending ? change.input?.body.is_marketing_agreed : undefined

  return (
    <Switch
      label={marketingMessages.label}
      checked={pendingValue ?? user.is_marketing_agreed}
      onChange={({ target }) => change.submit({ body: { is_marketing_agreed: target.checked } })}
    />
  )
}

const phoneMessages = profileMessages.phone

export function Phone({ user }: { user: User }) {
  return (
    <ExpandableField
      label={phoneMessages.change}
      summary={
        <p className="tabular-nums text-base font-semibold">
          <span className="sr-only">{phoneMessages.current} </span>
          {user.phonenumber ? maskPhone(user.phonenumber) : phoneMessages.none}
          {user.is_phone_failing && (
            <span className="mt-2 block text-sm font-normal">
              {emailSectionMessages.phone_failing}
            </span>
          )}
        </p>
      }
    >
      {(close) => <ChangePhone close={close} />}
    </ExpandableField>
  )
}

/** Changes the number: new number, code, and reauthentication if required. */
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
        toasts.show(phoneMessages.saved, 'success')
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
        label={phoneMessages.label}
        hint={phoneMessages.hint}
        error={wasSubmitted ? phoneVerificationMessages.not_verified : undefined}
        verifiedNumber={phonenumber}
        onVerified={setPhonenumber}
      />
      <FormAlert>{change.formError}</FormAlert>
      <div className="flex flex-wrap gap-2 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button
          ref={save}
          type="submit"
          variant="primary"
          busy={change.isPending}
          incomplete={!phonenumber}
        >
          {phoneMessages.submit}
        </Button>
      </div>
    </form>
  )
}

const adultMessages = profileMessages.adult
const AdultSection = lazy(() => import('#web/features/account/adult/adult-section.tsx'))

/** Adult verification in the window of a provider, which has a page of its own, or by phone code and birth date. */
export function AdultVerification({ user }: { user: User }) {
  if (user.is_adult_verified)
    return (
      <>
        <Badge tone="success">{adultMessages.verified}</Badge>
        <p className="mt-2 text-sm text-foreground-muted">{adultMessages.verified_detail}</p>
      </>
    )
  return (
    <Suspense fallback={<div aria-hidden="true" className="shimmer h-11 rounded-card" />}>
      <AdultSection
        byCode={
          <ExpandableField
            label={adultMessages.start}
            summary={<p className="text-base">{adultMessages.not_verified}</p>}
          >
            {(close) => <AdultVerificationForm user={user} close={close} />}
          </ExpandableField>
        }
      />
    </Suspense>
  )
}

function AdultVerificationForm({ user, close }: { user: User; close: () => void }) {
  const verificationCode = useSentCode(() => call(accounts.sendAgeVerificationCode, {}), 'adult')
  const { form, field, submit, formError, isSubmitting } = useApiForm(accounts.verifyAge, {
    defaultValues: { birth_date: '', code: '' },
    onSuccess(verified) {
      authStore.updateUser(verified)
      toasts.show(adultMessages.done, 'success')
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
      <p className="rounded-card bg-surface-raised px-4 py-3 text-sm text-foreground-muted">
        {adultMessages.notice}
      </p>
      <TextField
        label={adultMessages.birth_date}
        hint={adultMessages.birth_hint}
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
            {adultMessages.sent(maskPhone(user.phonenumber))}
          </p>
          <VerificationCodeField
            code={verificationCode.code}
            {...verificationCode.field}
            error={codeError?.message ?? verificationCode.error}
            isExpired={codeError?.type === 'code_expired'}
            busy={verificationCode.isPending || isSubmitting}
            onResend={() => {
              form.clearErrors('code')
              verificationCode.field.onResend()
            }}
            onChange={(digits) => form.setValue('code', digits)}
            onComplete={() => submit()}
          />
        </>
      )}
      <FormAlert>{formError ?? (verificationCode.code ? null : verificationCode.error)}</FormAlert>
      <div className="flex flex-wrap gap-2 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting || verificationCode.isPending}>
          {verificationCode.code ? adultMessages.submit : adultMessages.send}
        </Button>
      </div>
    </form>
  )
}
