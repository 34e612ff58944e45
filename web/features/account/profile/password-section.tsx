import { accounts, type User } from '#contract/accounts/accounts.ts'
import { profileMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { call } from '#web/api/client.ts'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import {
  ConfirmPasswordField,
  NewPasswordField,
} from '#web/features/account/fields/password-field.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { ExpandableField, ProfileSection } from './profile-section.tsx'

const messages = profileMessages.password

/** See D-16 and D-17. `onChanged` is called after all other devices were logged out. */
export function PasswordSection({ user, onChanged }: { user: User; onChanged: () => void }) {
  return (
    <ProfileSection title={messages.title} detail={messages.detail}>
      <ExpandableField
        label={messages.change}
        summary={
          <p aria-hidden="true" className="text-base tracking-widest text-foreground-subtle">
            ••••••••••
          </p>
        }
      >
        {(close) => <ChangePassword user={user} onChanged={onChanged} close={close} />}
      </ExpandableField>
    </ProfileSection>
  )
}

function ChangePassword({
  user,
  onChanged,
  close,
}: {
  user: User
  onChanged: () => void
  close: () => void
}) {
  const { changePassword } = accounts
  const {
    form,
    field,
    submit,
    formError: form_error,
    isSubmitting: busy,
  } = useApiForm(changePassword, {
    defaultValues: { new_password: '', confirm_password: '' },
    validate: ({ new_password, confirm_password }) =>
      new_password === confirm_password
        ? []
        : [{ field: 'confirm_password', code: 'does_not_match' }],
    submit: (body) =>
      withReauthentication((proof) => call(changePassword, { body: { ...body, ...proof } })),
    onSuccess() {
      toasts.show(messages.saved, 'success')
      onChanged()
      close()
    },
  })
  const [password, confirmation] = form.watch(['new_password', 'confirm_password'])
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      {/* The account name for password managers. */}
      <input hidden type="email" autoComplete="username" value={user.email} readOnly />
      <NewPasswordField
        label={messages.new_password}
        typed={password}
        personal={[user.email, user.username]}
        {...field('new_password')}
      />
      <ConfirmPasswordField
        label={messages.confirm_password}
        password={password}
        typed={confirmation}
        {...field('confirm_password')}
      />
      <FormAlert>{form_error}</FormAlert>
      <div className="flex flex-wrap gap-2.5 pt-2 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {messages.submit}
        </Button>
      </div>
    </form>
  )
}
