import type { User } from '#contract/accounts/accounts.ts'
import { usernameLength } from '#contract/accounts/account-rules.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileMessages } from './messages.ko.ts'
import { authStore } from '#web/session/auth-store.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { Button } from '#web/ui/base/button.tsx'
import { TextField, FormAlert, Switch } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { ProfileSection } from './profile-section.tsx'
import { call } from '#web/api/client.ts'
import { useRef, useState } from 'react'

const messages = profileMessages.name

export function NameSection({ user }: { user: User }) {
  const {
    form,
    field,
    submit,
    formError: form_error,
    isSubmitting: busy,
  } = useApiForm(viewerEndpoints.accounts.updateMe, {
    defaultValues: { username: user.username },
    // Optional in the API, required here.
    validate: ({ username }) => (username?.trim() ? [] : [{ field: 'username', code: 'required' }]),
    onSuccess(changed) {
      authStore.updateUser(changed)
      form.reset({ username: changed.username })
      toasts.show(messages.saved, 'success')
    },
  })
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <form noValidate onSubmit={submit}>
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
            disabled={!form.formState.isDirty}
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
  const [pendingValue, setPendingValue] = useState<boolean>()
  const isRunning = useRef(false)

  async function change(agrees: boolean) {
    if (isRunning.current) return
    isRunning.current = true
    setPendingValue(agrees)
    try {
      authStore.updateUser(
        await call(viewerEndpoints.accounts.updateMe, { body: { is_marketing_agreed: agrees } }),
      )
      toasts.show(agrees ? marketingMessages.on : marketingMessages.off, 'success')
    } catch {
      toasts.show(marketingMessages.failed, 'danger')
    } finally {
      isRunning.current = false
      setPendingValue(undefined)
    }
  }

  return (
    <ProfileSection title={marketingMessages.title} detail={marketingMessages.detail}>
      <Switch
        label={marketingMessages.label}
        checked={pendingValue ?? user.is_marketing_agreed}
        onChange={(event) => void change(event.target.checked)}
      />
    </ProfileSection>
  )
}
