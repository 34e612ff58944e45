import { avatarCount } from '#contract/accounts/profile-rules.ts'
import { manageProfilesPath, newProfilePath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { profilesMessages } from '../messages.ko.ts'
import { profilesQuery } from '../queries.ts'
import type { Route } from './+types/create.route.ts'
import { ManageFrame, manageSkeletonOf } from './manage-frame.tsx'
import { CreateProfileForm } from './profile-form.tsx'

const messages = profilesMessages.form

export function meta({ matches }: Route.MetaArgs) {
  const { create_title: title, description } = messages
  return pageMeta(matches, { title, description, path: newProfilePath, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: manageSkeletonOf(messages.create_title) }

export default function CreateProfile() {
  const { user } = useAuth()
  const client = useQueryClient()
  const navigate = useNavigate()
  // Each new profile begins with another avatar.
  const avatar = `drawn-${String(((user.profile_count ?? 0) % avatarCount) + 1).padStart(2, '0')}`
  return (
    <ManageFrame title={messages.create_title}>
      <CreateProfileForm
        avatar={avatar}
        limit={user.profile?.age_limit ?? '19'}
        onCreated={(profile) => {
          void authStore.checkAuth()
          void client.invalidateQueries(profilesQuery)
          void navigate(manageProfilesPath)
          toasts.show(messages.created(profile.name), 'success')
        }}
      />
    </ManageFrame>
  )
}
