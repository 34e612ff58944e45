import { secondFactorMessages as messages } from './messages.ko.ts'
import { second_factor, type SecondFactor } from '#contract/accounts/second-factor.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField, FormAlert, SubmitButton } from '#web/ui/forms/form-controls.tsx'
import { AuthenticatorNote } from '#web/features/account/demonstration/demonstration-notes.tsx'
import { useEffect, useEffectEvent } from 'react'
import { isPasskeyDismissal, requestPasskey } from '#web/features/account/fields/passkeys.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'

/** The forms for the staff member's second factors: code, passkey, or both. */
export function SecondFactorForms({
  factor,
  onVerified,
}: {
  factor: SecondFactor
  onVerified: () => Promise<void>
}) {
  return (
    <>
      {factor.has_authenticator && (
        <CodeForm codes_left={factor.recovery_codes_left} onVerified={onVerified} />
      )}
      {factor.has_authenticator && factor.has_passkey && (
        <p className="my-4 flex items-center gap-4 text-sm text-foreground-subtle before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
          {messages.or}
        </p>
      )}
      {factor.has_passkey && <PasskeyForm onVerified={onVerified} />}
    </>
  )
}

function CodeForm({
  codes_left,
  onVerified,
}: {
  codes_left: number
  onVerified: () => Promise<void>
}) {
  const form = useApiForm(second_factor.verifyCode, {
    defaultValues: { code: '' },
    onSuccess: () => void onVerified(),
  })
  const code = form.form.watch('code')
  const submitCode = useEffectEvent(() => form.submit())
  useEffect(() => {
    if (/^\d{6}$/.test(code)) submitCode()
  }, [code])
  return (
    <form noValidate onSubmit={form.submit}>
      <TextField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- there is nothing else to do here
        autoFocus
        label={messages.code}
        hint={messages.code_hint(codes_left)}
        autoComplete="one-time-code"
        required
        spellCheck={false}
        maxLength={40}
        {...form.field('code')}
      />
      <FormAlert className="mb-3">{form.formError}</FormAlert>
      <SubmitButton className="mt-3" busy={form.isSubmitting} incomplete={form.retryIn_s > 0}>
        {messages.confirm}
      </SubmitButton>
      <AuthenticatorNote />
    </form>
  )
}

function PasskeyForm({ onVerified }: { onVerified: () => Promise<void> }) {
  const verification = useAsyncAction(async () => {
    const passkey = await requestPasskey(second_factor.createPasskeyOptions)
    await apiRequest(second_factor.verifyPasskey, { body: { response: { ...passkey } } })
    await onVerified()
  })
  const { error } = verification
  return (
    <>
      <Button
        size="lg"
        icon="key"
        className="w-full"
        busy={verification.isPending}
        onClick={verification.run}
      >
        {messages.by_passkey}
      </Button>
      <FormAlert className="mt-3">
        {isPasskeyDismissal(error) ? messages.passkey_failed : error ? errorMessage(error) : null}
      </FormAlert>
    </>
  )
}
