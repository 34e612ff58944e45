import type { Profile } from '#contract/accounts/profile-fields.ts'
import {
  deleteProfile,
  setProfilePin,
  createTransferCode,
} from '#web/api/endpoints/profiles.generated.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { profileMessages } from '#web/features/account/profile/messages.ko.ts'
import { Picture } from '#web/features/account/profile/picture-section.tsx'
import { ProfileSection } from '#web/features/account/profile/profile-section.tsx'
import { manageProfilesPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { apiRequest } from '#web/api/client.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { profilesMessages } from '../messages.ko.ts'
import { profilesQuery } from '../queries.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { switchProfile } from '../switch-profile.ts'
import type { Route } from './+types/edit.route.ts'
import { ManageFrame, manageSkeletonOf } from './manage-frame.tsx'
import { EditProfileForm } from './profile-form.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { PinChangeForm } from '../pin-dialog.tsx'

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
  // The header shows the current profile. First, because it can replace the token of the session.
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
        <ProfileSection
          title={profileMessages.picture.title}
          detail={profileMessages.picture.detail}
        >
          <Picture profile={profile} onChanged={onChanged} />
        </ProfileSection>
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
    invalidates: [accountKeys.profiles],
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

const lockMessages = profilesMessages.lock

/** The PIN of a profile, changed by the account's password. */
function LockSection({ profile, onChanged }: { profile: Profile; onChanged: () => Promise<void> }) {
  async function open(kind: 'set' | 'remove') {
    const label =
      kind === 'remove' ? lockMessages.remove : lockMessages[profile.has_pin ? 'change' : 'set']
    const isDone = await dialogs.open<boolean>({ label }, (close) => (
      <ChangePin profile={profile} title={label} isRemoval={kind === 'remove'} close={close} />
    ))
    if (!isDone) return
    void onChanged()
    toasts.show(kind === 'remove' ? lockMessages.removed : lockMessages.set_done, 'success')
  }
  return (
    <ProfileSection title={lockMessages.title} detail={lockMessages.detail}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-base font-semibold">
          {profile.has_pin ? lockMessages.on : lockMessages.off}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void open('set')}>
            {profile.has_pin ? lockMessages.change : lockMessages.set}
          </Button>
          {profile.has_pin && (
            <Button variant="ghost" onClick={() => void open('remove')}>
              {lockMessages.remove}
            </Button>
          )}
        </div>
      </div>
    </ProfileSection>
  )
}

function ChangePin({
  profile,
  title,
  isRemoval,
  close,
}: {
  profile: Profile
  title: string
  isRemoval: boolean
  close: (isDone?: boolean) => void
}) {
  const save = useAsyncAction(async (password: string, pin: string | null) => {
    await apiRequest(setProfilePin, { params: { id: profile.id }, body: { password, pin } })
    close(true)
  })
  return (
    <PinChangeForm
      title={title}
      detail={isRemoval ? lockMessages.remove_detail : profilesMessages.pin.reset_detail}
      submitLabel={title}
      isRemoval={isRemoval}
      save={save}
      close={() => close()}
    />
  )
}

const transferMessages = profilesMessages.transfer

/** The code that takes history and likes of a profile to another account. */
function TransferSection({ profile }: { profile: Profile }) {
  const creation = useApiMutation(createTransferCode)
  const code = creation.response
  const copy = () =>
    navigator.clipboard.writeText(code?.code ?? '').then(
      () => toasts.show(transferMessages.copied, 'success'),
      () => toasts.show(transferMessages.copy_failed, 'danger'),
    )
  return (
    <ProfileSection title={transferMessages.title} detail={transferMessages.detail}>
      <div role="status" className="empty:hidden">
        {code && (
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3 panel px-5 py-4">
            <p className="min-w-0">
              <span className="sr-only">{transferMessages.code} </span>
              <span className="block font-mono text-xl font-bold break-all select-all">
                {code.code}
              </span>
              <span className="text-sm text-foreground-subtle">
                {transferMessages.expires(code.expires_at)}
              </span>
            </p>
            <Button onClick={() => void copy()}>{transferMessages.copy}</Button>
          </div>
        )}
      </div>
      <Button
        busy={creation.isPending}
        onClick={() => creation.submit({ params: { id: profile.id } })}
      >
        {code ? transferMessages.again : transferMessages.create}
      </Button>
    </ProfileSection>
  )
}
