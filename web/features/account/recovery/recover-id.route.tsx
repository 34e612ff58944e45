import { recoveryMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  recoverIdPath,
  recoverIdSuccessPath,
  recoverPasswordPath,
  joinPath,
} from '#web/routing/account-paths.ts'
import type { Route } from './+types/recover-id.route.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { call } from '#web/api/client.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { phoneVerificationMessages } from '#web/features/account/fields/messages.ko.ts'
import { PhoneVerification } from '#web/features/account/fields/phone-verification.tsx'
import { TextField, FormAlert, SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { recoveredIdStorage, RecoveryLayout } from './recovery-layout.tsx'

const { readSignUp, recoverEmail } = viewerEndpoints.accounts

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryMessages.id
  return pageMeta(matches, { title, description, path: recoverIdPath, noindex: true })
}

const messages = recoveryMessages.id

/** Finds the email address by name and verified phone number. */
export default function RecoverId() {
  const navigate = useNavigate()
  const { form, field, submit, formError, isSubmitting } = useApiForm(recoverEmail, {
    defaultValues: { username: '', phonenumber: '' },
    onSuccess(recoveredId) {
      recoveredIdStorage.save(recoveredId)
      void navigate(recoverIdSuccessPath, { replace: true })
    },
    onApiError({ problem }) {
      // The verification has expired.
      if (problem.code === 'verification_required') form.setValue('phonenumber', '')
      return false
    },
  })
  const verifiedNumber = form.watch('phonenumber') || null
  // The number may have been verified before a reload.
  const restore = useEffectEvent((phonenumber: string | null) => {
    if (phonenumber && !form.getValues('phonenumber')) form.setValue('phonenumber', phonenumber)
  })
  useEffect(() => {
    call(readSignUp, {}).then(
      ({ phonenumber }) => restore(phonenumber),
      // Optional: the number can be verified again.
      () => {},
    )
  }, [])
  function onVerified(phonenumber: string | null) {
    form.clearErrors('phonenumber')
    form.setValue('phonenumber', phonenumber ?? '')
    if (!phonenumber) return
    // The code was the last input, unless the name is missing.
    if (form.getValues('username').trim()) submit()
    else form.setFocus('username')
  }
  return (
    <RecoveryLayout
      icon="search"
      title={messages.title}
      lead={messages.lead}
      links={[
        { to: recoverPasswordPath, title: messages.to_password },
        { to: joinPath, title: messages.to_join },
      ]}
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label={messages.name}
          hint={messages.name_hint}
          autoComplete="name"
          required
          maxLength={60}
          {...field('username')}
        />
        <PhoneVerification
          label={messages.phone}
          hint={messages.phone_hint}
          verifiedNumber={verifiedNumber}
          error={form.formState.errors.phonenumber && phoneVerificationMessages.not_verified}
          onVerified={onVerified}
        />
        <FormAlert>{formError}</FormAlert>
        <SubmitButton className="mt-3" busy={isSubmitting} incomplete={verifiedNumber === null}>
          {messages.submit}
        </SubmitButton>
      </form>
    </RecoveryLayout>
  )
}
