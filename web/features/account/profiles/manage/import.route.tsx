import { profiles } from '#contract/accounts/profiles.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { importProfilePath, manageProfilesPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { authStore } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { profilesMessages } from '../messages.ko.ts'
import { profilesQuery } from '../queries.ts'
import type { Route } from './+types/import.route.ts'
import { ManageFrame, manageSkeletonOf } from './manage-frame.tsx'

const messages = profilesMessages.transfer

export function meta({ matches }: Route.MetaArgs) {
  const { import_title: title, import_detail: description } = messages
  return pageMeta(matches, { title, description, path: importProfilePath, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: manageSkeletonOf(messages.import_title) }

/** Copies history and likes of another account's profile by its code. */
export default function ImportProfile() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { field, submit, formError, isSubmitting } = useApiForm(profiles.importProfile, {
    defaultValues: { code: '' },
    validate: ({ code }) => (code.trim() ? [] : [{ field: 'code', code: 'required' }]),
    errorMessages: (_, code) => (code === 'required' ? messages.code_missing : messages.incorrect),
    onSuccess(profile) {
      void authStore.checkAuth()
      void client.invalidateQueries(profilesQuery)
      void navigate(manageProfilesPath)
      toasts.show(messages.imported(profile.name), 'success')
    },
  })
  return (
    <ManageFrame title={messages.import_title} lead={messages.import_detail}>
      <form noValidate onSubmit={submit} className="max-w-md space-y-3">
        <TextField
          label={messages.code}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          {...field('code')}
        />
        <FormAlert>{formError}</FormAlert>
        <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
          <ButtonLink to={manageProfilesPath}>{profilesMessages.form.cancel}</ButtonLink>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {messages.import_submit}
          </Button>
        </div>
      </form>
    </ManageFrame>
  )
}
