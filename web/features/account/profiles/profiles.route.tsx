import type { Profile } from '#contract/accounts/profile-fields.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { manageProfilesPath, profilesPath } from '#web/routing/account-paths.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath } from '#web/routing/paths.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Route } from './+types/profiles.route.ts'
import { profilesMessages } from './messages.ko.ts'
import { ProfilePicker, ProfilePickerSkeleton } from './profile-picker.tsx'
import { profilesQuery } from './queries.ts'
import { switchProfile } from './switch-profile.ts'

const messages = profilesMessages.picker

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: profilesPath, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: ProfilesSkeleton, isProfileNeeded: false }

/** 「누가 볼까요?」: selects the profile of this session, then returns to `?next=`. */
export default function Profiles() {
  const { user } = useAuth()
  const query = useQuery(profilesQuery)
  const next = useRedirectPath() ?? homePath
  const navigate = useNavigate()
  const [picked, setPicked] = useState<Profile>()
  const picking = useAsyncAction(async (profile: Profile) => {
    setPicked(profile)
    if (await switchProfile(profile)) await navigate(next, { replace: true })
  })

  const profiles = query.data?.results
  // With a single profile there is nothing to choose, unless it is locked.
  const isOnly = profiles?.length === 1 && user.profile?.id === profiles[0]?.id
  useEffect(() => {
    if (isOnly) void navigate(next, { replace: true })
  }, [isOnly, next, navigate])

  if (query.isError && !profiles)
    return (
      <Frame>
        <ErrorState
          title={messages.title}
          detail={errorMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </Frame>
    )
  if (!profiles || isOnly) return <ProfilesSkeleton />
  return (
    <Frame>
      <ProfilePicker
        profiles={profiles}
        currentId={user.profile?.id ?? null}
        pendingId={picking.isPending ? (picked?.id ?? null) : null}
        onPick={picking.run}
      />
      <FormAlert className="mx-auto mt-8 max-w-md">
        {picking.error ? errorMessage(picking.error) : null}
      </FormAlert>
      {user.profile && !user.profile.is_child && (
        <p className="mt-12 text-center">
          <ButtonLink to={manageProfilesPath} variant="outline">
            {messages.manage}
          </ButtonLink>
        </p>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-gutter flex min-h-[70dvh] flex-col justify-center py-12">
      <h1 className="mb-10 text-center text-3xl font-extrabold md:mb-14 md:text-4xl">
        {messages.title}
      </h1>
      <div>{children}</div>
    </div>
  )
}

function ProfilesSkeleton() {
  return (
    <Frame>
      <ProfilePickerSkeleton />
    </Frame>
  )
}
