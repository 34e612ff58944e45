import type { User } from '#contract/accounts/accounts.ts'
import { email_changes } from '#contract/accounts/email-changes.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { authStore } from '#web/session/auth-store.ts'
import { profilePath } from '#web/routing/account-paths.ts'
import { Link } from 'react-router'
import { useApiForm } from '#web/api/use-api-form.ts'
import { EmailField } from '#web/features/account/fields/email-field.tsx'
import { withReauthentication } from '#web/features/account/fields/reauthenticate.tsx'
import { profileMessages } from '#web/features/account/profile/messages.ko.ts'
import { ExpandableField } from '#web/features/account/profile/profile-section.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { emailSectionMessages as messages } from './messages.ko.ts'

const { requestEmailChange, resumeEmail } = email_changes

/** The address of the member, and the form that sends a link to a new one. */
export function EmailSection({ user }: { user: User }) {
  return (
    <>
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
      {user.is_email_failing && <FailingEmail />}
    </>
  )
}

/** Says that mail bounces, and sends it again. */
function FailingEmail() {
  const resuming = useApiMutation(resumeEmail, {
    errors: 'inline',
    toast: messages.resumed,
    onSuccess: () => void authStore.checkAuth(),
  })
  return (
    <div role="note" className="mt-4 rounded-card bg-accent-subtle px-4 py-3 text-sm">
      <p>{messages.failing}</p>
      <FormAlert>{resuming.formError}</FormAlert>
      <Button
        variant="outline"
        className="mt-3"
        busy={resuming.isPending}
        onClick={() => resuming.submit({})}
      >
        {messages.resume}
      </Button>
    </div>
  )
}

/** On 마이: mail or SMS does not arrive, with the way to the page that corrects it. */
export const FailingContactNotice = ({ user }: { user: User }) =>
  (user.is_email_failing || user.is_phone_failing) && (
    <Link
      to={profilePath}
      className="mt-3 flex min-h-11 flex-wrap gap-x-2 rounded-card bg-accent-subtle px-4 py-3 text-sm md:mt-4"
    >
      <span className="font-semibold">{messages.notice}</span>
      <span className="underline underline-offset-4">{messages.notice_detail}</span>
    </Link>
  )

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
