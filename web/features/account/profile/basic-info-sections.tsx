import { usernameLength } from '#contract/accounts/account-rules.ts'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { profileMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField, FormAlert, Switch } from '#web/ui/forms/form-controls.tsx'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import type { FormEvent } from 'react'
import { ProfileSection } from './profile-section.tsx'

const messages = profileMessages.name

export function NameSection({ user }: { user: User }) {
  const {
    form,
    field,
    submit,
    formError: form_error,
    isSubmitting: busy,
  } = useApiForm(accounts.updateMe, {
    defaultValues: { username: user.username },
    // Optional in the API, required here.
    validate: ({ username }) => (username?.trim() ? [] : [{ field: 'username', code: 'required' }]),
    onSuccess(changed) {
      authStore.updateUser(changed)
      form.reset({ username: changed.username })
      toasts.show(messages.saved, 'success')
    },
  })
  function onSubmit(event: FormEvent) {
    if (form.formState.isDirty) return submit(event)
    event.preventDefault()
    toasts.show(messages.unchanged)
  }
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <form noValidate onSubmit={onSubmit}>
        <div className="sm:flex sm:items-start sm:gap-2.5">
          <div className="grow">
            <TextField
              label={messages.label}
              hint={messages.hint}
              autoComplete="name"
              required
              maxLength={usernameLength.max}
              {...field('username')}
            />
          </div>
          <Button
            type="submit"
            className="h-12 max-sm:mt-3 max-sm:w-full sm:mt-7"
            busy={busy}
            incomplete={!form.formState.isDirty}
          >
            {profileMessages.save}
          </Button>
        </div>
        <FormAlert>{form_error}</FormAlert>
      </form>
    </ProfileSection>
  )
}

const marketingMessages = profileMessages.marketing

/** Marketing consent (D-20): saved at once, reverted with a toast on errors. */
export function MarketingSection({ user }: { user: User }) {
  const change = useApiMutation(accounts.updateMe, {
    toast: ({ is_marketing_agreed }) =>
      is_marketing_agreed ? marketingMessages.on : marketingMessages.off,
    messageOf: () => marketingMessages.failed,
    onSuccess: authStore.updateUser,
  })
  const pendingValue = change.isPending ? change.input?.body.is_marketing_agreed : undefined

  return (
    <ProfileSection title={marketingMessages.title} detail={marketingMessages.detail}>
      <Switch
        label={marketingMessages.label}
        checked={pendingValue ?? user.is_marketing_agreed}
        onChange={({ target }) => change.submit({ body: { is_marketing_agreed: target.checked } })}
      />
    </ProfileSection>
  )
}
