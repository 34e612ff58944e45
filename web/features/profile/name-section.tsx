import type { User } from '#contract/accounts/accounts.ts'
import { usernameLength } from '#contract/accounts/account-rules.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import { profileCopy } from '#web/copy/profile.ts'
import { auth } from '#web/data/auth.ts'
import { useCallForm } from '#web/data/call-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { Section } from './section.tsx'

const words = profileCopy.name

export function NameSection({ user }: { user: User }) {
  const { form, field, submit, form_error, busy } = useCallForm(viewerEndpoints.accounts.updateMe, {
    defaults: { username: user.username },
    // The call may leave the name out; this form may not.
    alsoCheck: ({ username }) =>
      username?.trim() ? [] : [{ field: 'username', code: 'required' }],
    onDone(changed) {
      auth.update(changed)
      form.reset({ username: changed.username })
      toasts.show(words.saved, 'good')
    },
  })
  return (
    <Section title={words.title} detail={words.detail}>
      <form noValidate onSubmit={submit}>
        <div className="sm:flex sm:items-start sm:gap-2.5">
          <div className="grow">
            <TextField
              label={words.label}
              hint={words.hint}
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
            {profileCopy.save}
          </Button>
        </div>
        <FormError>{form_error}</FormError>
      </form>
    </Section>
  )
}
