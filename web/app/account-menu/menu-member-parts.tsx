import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import type { Profile } from '#contract/accounts/profile-fields.ts'
import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { profilesMessages } from '#web/features/account/profiles/messages.ko.ts'
import { profilesQuery } from '#web/features/account/profiles/queries.ts'
import { switchProfile } from '#web/features/account/profiles/switch-profile.ts'
import { homePath } from '#web/routing/paths.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { menuRow } from './account-menu-row.ts'
import { accountMenuMessages as messages } from './account-menu.ko.ts'
import { formatPoints } from '#web/lib/format.ts'
import { pointBalanceQuery } from '#web/features/billing/queries.ts'

type Props = { current_id: number; onPicked: () => void }

/** The other profiles in the account menu: one press switches, and home shows the new one. */
export function MenuProfiles(props: Props) {
  return (
    <MemberQueryProvider>
      <Profiles {...props} />
    </MemberQueryProvider>
  )
}

function Profiles({ current_id, onPicked }: Props) {
  const { data } = useQuery(profilesQuery)
  const navigate = useNavigate()
  const { run } = useAsyncAction(
    async (profile: Profile) => {
      onPicked()
      if (!(await switchProfile(profile))) return
      await navigate(homePath)
      toasts.show(profilesMessages.select.switched(profile.name), 'success')
    },
    (error) => void toasts.show(errorMessage(error), 'danger'),
  )
  const others = data?.results.filter(({ id }) => id !== current_id) ?? []
  return (
    <div role="group" aria-label={messages.profiles}>
      {others.map((profile) => (
        <button
          key={profile.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={menuRow}
          onClick={() => run(profile)}
        >
          <ProfileAvatar profile={profile} size="xs" />
          <span className="truncate">{profile.name}</span>
          {profile.has_pin && (
            <>
              <Icon name="lock" className="ml-auto size-4 text-foreground-subtle" />
              <span className="sr-only">{profilesMessages.picker.locked}</span>
            </>
          )}
        </button>
      ))}
    </div>
  )
}

/** The point balance. The header is outside of the pages that provide the client. */
export function PointBalance() {
  return (
    <MemberQueryProvider>
      <Balance />
    </MemberQueryProvider>
  )
}

/** `useAuth` is not used because its balance may be older than purchases, top-ups and refunds. */
function Balance() {
  const { data } = useQuery(pointBalanceQuery)
  return (
    data && (
      <span className="ml-auto text-sm font-semibold text-accent-bright tabular-nums">
        {formatPoints(data.event_point + data.paid_point)}
      </span>
    )
  )
}
