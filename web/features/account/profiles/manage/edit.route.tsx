import type { Profile } from '#contract/accounts/profile-fields.ts'
import { deleteProfile } from '#web/api/endpoints/profiles.generated.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { ProfileSection } from '#web/features/account/profile/profile-section.tsx'
import { manageProfilesPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { profilesMessages } from '../messages.ko.ts'
import { profilesQuery } from '../queries.ts'
import { profileKeys } from '../query-keys.ts'
import { switchProfile } from '../switch-profile.ts'
import type { Route } from './+types/edit.route.ts'
import { LockSection } from './lock-section.tsx'
import { ManageFrame, manageSkeletonOf } from './manage-frame.tsx'
import { PictureSection } from './picture-section.tsx'
import { EditProfileForm } from './profile-form.tsx'
import { TransferSection } from './transfer-section.tsx'

const messages = profilesMessages.form

export function meta({ matches, location }: Route.MetaArgs) {
  const { edit_title: title, description } = messages
  return pageMeta(matches, { title, description, path: location.pathname, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: manageSkeletonOf(messages.edit_title) }

export default function EditProfile({ params }: Route.ComponentProps) {
  const { user } = useAuth()
  const query = useQuery(profilesQuery)
  const profile = query.data?.results.find(({ id }) => String(id) === params.profileId)
  if (!query.data && !query.isError) return <handle.Skeleton />
  return (
    <ManageFrame title={messages.edit_title}>
      {!query.data ? (
        <ErrorState
          detail={errorMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : !profile ? (
        <Missing />
      ) : profile.has_pin && profile.id !== user.profile?.id ? (
        <Locked profile={profile} />
      ) : (
        <ProfileSettings key={profile.id} profile={profile} />
      )}
    </ManageFrame>
  )
}

function ProfileSettings({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // The header shows the current profile. First, because it can replace the token of the session (D-102).
  const onChanged = async () => {
    await authStore.checkAuth()
    void client.invalidateQueries(profilesQuery)
  }
  return (
    <>
      <EditProfileForm
        profile={profile}
        onSaved={() => {
          void onChanged()
          void navigate(manageProfilesPath)
          toasts.show(messages.saved, 'success')
        }}
      />
      <div className="mt-10">
        <PictureSection profile={profile} onChanged={onChanged} />
        <LockSection profile={profile} onChanged={onChanged} />
        <TransferSection profile={profile} />
        <DeleteSection profile={profile} onDeleted={onChanged} />
      </div>
    </>
  )
}

function DeleteSection({
  profile,
  onDeleted,
}: {
  profile: Profile
  onDeleted: () => Promise<void>
}) {
  const { remove } = profilesMessages
  const navigate = useNavigate()
  const deletion = useApiMutation(deleteProfile, {
    invalidates: [profileKeys.list],
    treatNotFoundAsDone: true,
    toast: remove.done(profile.name),
    async onSuccess() {
      await onDeleted()
      void navigate(manageProfilesPath)
    },
  })
  async function confirm() {
    const isConfirmed = await confirmDialog({
      title: remove.confirm_title(profile.name),
      message: remove.confirm_detail,
      confirmLabel: remove.submit,
    })
    if (isConfirmed) deletion.submit({ params: { id: profile.id } })
  }
  return (
    <ProfileSection title={remove.title} detail={remove.detail}>
      {profile.is_first ? (
        <p className="text-sm text-foreground-subtle">{remove.first}</p>
      ) : (
        <Button variant="danger" busy={deletion.isPending} onClick={() => void confirm()}>
          {remove.submit}
        </Button>
      )}
    </ProfileSection>
  )
}

function Locked({ profile }: { profile: Profile }) {
  const { manage } = profilesMessages
  const unlocking = useAsyncAction(
    () => switchProfile(profile),
    (error) => void toasts.show(errorMessage(error), 'danger'),
  )
  return (
    <EmptyState
      icon="lock"
      title={manage.locked_title}
      actions={
        <Button variant="primary" busy={unlocking.isPending} onClick={() => unlocking.run()}>
          {manage.unlock}
        </Button>
      }
    >
      {manage.locked_detail}
    </EmptyState>
  )
}

function Missing() {
  const { manage } = profilesMessages
  return (
    <EmptyState
      icon="info"
      title={manage.missing}
      actions={<ButtonLink to={manageProfilesPath}>{manage.back}</ButtonLink>}
    >
      {manage.missing_detail}
    </EmptyState>
  )
}
