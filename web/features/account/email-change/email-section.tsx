import type { User } from '#contract/accounts/accounts.ts'
import { email_changes } from '#contract/accounts/email-changes.ts'
import { call } from '#web/api/client.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { EmailField } from '#web/features/account/fields/email-field.tsx'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import { profileMessages } from '#web/features/account/profile/messages.ko.ts'
import { ExpandableField } from '#web/features/account/profile/profile-section.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { emailSectionMessages as messages } from './messages.ko.ts'

const { requestEmailChange } = email_changes

/** The address of the member, and the form that sends a link to a new one. */
export function EmailSection({ user }: { user: User }) {
  return (
    <ExpandableField
      label={messages.change}
      summary={
        <p className="text-base font-semibold wrap-anywhere">
          <span className="sr-only">{messages.current} </span>
          {user.email}
        </p>
      }
    >
      {(close) => <ChangeEmail close={close} />}
    </ExpandableField>
  )
}

function ChangeEmail({ close }: { close: () => void }) {
  const { form, field, submit, formError, isSubmitting } = useApiForm(requestEmailChange, {
    defaultValues: { email: '' },
    submit: (body) =>
      withReauthentication((proof) => call(requestEmailChange, { body: { ...body, ...proof } })),
    onSuccess() {
      toasts.show(messages.sent(form.getValues('email')), 'success')
      close()
    },
  })
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      <EmailField label={messages.label} autoComplete="email" {...field('email')} />
      <FormAlert>{formError}</FormAlert>
      <div className="flex flex-wrap gap-2 *:grow sm:*:grow-0">
        <Button onClick={close}>{profileMessages.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {messages.submit}
        </Button>
      </div>
    </form>
  )
}
