import type { Profile } from '#contract/accounts/profile-fields.ts'
import { maxProfiles } from '#contract/accounts/profile-rules.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import {
  editProfilePath,
  importProfilePath,
  manageProfilesPath,
  newProfilePath,
} from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { homePath } from '#web/routing/paths.ts'
import type { MemberPageHandle } from '#web/routing/route-handles.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { profilesMessages } from '../messages.ko.ts'
import { ProfileAvatar } from '../profile-avatar.tsx'
import { profilesQuery } from '../queries.ts'
import type { Route } from './+types/manage.route.ts'
import { ManageFrame, manageSkeletonOf } from './manage-frame.tsx'

const messages = profilesMessages.manage

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: manageProfilesPath, noindex: true })
}

export const handle: MemberPageHandle = { Skeleton: manageSkeletonOf(messages.title) }

export default function ManageProfiles() {
  const query = useQuery(profilesQuery)
  const profiles = query.data?.results
  if (!profiles)
    return query.isError ? (
      <ManageFrame title={messages.title} hasBackLink={false}>
        <ErrorState
          detail={errorMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </ManageFrame>
    ) : (
      <handle.Skeleton />
    )
  const isFull = profiles.length >= maxProfiles
  return (
    <ManageFrame title={messages.title} lead={messages.lead} hasBackLink={false}>
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {profiles.map((profile) => (
          <li key={profile.id}>
            <ProfileCard profile={profile} />
          </li>
        ))}
        {!isFull && (
          <li>
            <Link
              to={newProfilePath}
              className="flex min-h-24 items-center gap-4 rounded-sheet px-5 py-4 font-semibold text-foreground-muted inset-ring inset-ring-border-strong transition-colors duration-(--duration-fast) hover:bg-surface hover:text-foreground"
            >
              <span className="flex size-16 items-center justify-center rounded-full bg-surface-raised">
                <Icon name="plus" className="size-7" />
              </span>
              {messages.add}
            </Link>
          </li>
        )}
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        {isFull ? (
          <p className="text-sm text-foreground-subtle">{messages.full}</p>
        ) : (
          <ButtonLink to={importProfilePath} variant="ghost">
            {messages.import}
          </ButtonLink>
        )}
        <ButtonLink to={homePath} variant="primary">
          {messages.done}
        </ButtonLink>
      </div>
    </ManageFrame>
  )
}

function ProfileCard({ profile }: { profile: Profile }) {
  const { user } = useAuth()
  const { age_limits } = profilesMessages.form
  return (
    <Link
      to={editProfilePath(profile.id)}
      aria-label={messages.edit(profile.name)}
      className="flex min-h-24 items-center gap-4 panel px-5 py-4 transition-colors duration-(--duration-fast) hover:bg-surface-raised"
    >
      <ProfileAvatar profile={profile} size="lg" />
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 truncate text-lg font-bold">{profile.name}</span>
          {profile.id === user.profile?.id && (
            <Badge tone="accent">{profilesMessages.picker.current}</Badge>
          )}
          {profile.is_child && <Badge>{profilesMessages.picker.kids}</Badge>}
        </span>
        <span className="mt-1 flex items-center gap-2 text-sm text-foreground-subtle">
          {profile.has_pin && <Icon name="lock" className="size-4" />}
          {age_limits[profile.age_limit]}
        </span>
      </span>
      <Icon name="chevron_right" className="size-5 text-foreground-subtle" />
    </Link>
  )
}
