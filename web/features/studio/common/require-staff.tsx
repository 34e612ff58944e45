import type { SecondFactor } from '#contract/accounts/second-factor.ts'
import { studioMessages } from './messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { onApiError } from '#web/api/api-errors.ts'
import { accountKeys } from '#web/features/account/query-keys.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { homePath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, type ReactNode } from 'react'
import { applyStudioEvent, useStudioEventStream } from './studio-events.ts'
import { secondFactorMessages } from '#web/features/account/second-factor/messages.ko.ts'
import { SecondFactorForms } from '#web/features/account/second-factor/second-factor-forms.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { hasStaffAccess, type StaffAccess } from '#contract/core/staff-roles.ts'
import { studioPath } from '#web/routing/studio-paths.ts'
import { useLocation } from 'react-router'
import { useStaffAccess, useStaffRole } from './staff-access.ts'
import { secondFactorQuery } from './second-factor-query.ts'
import { studioPageAccess } from './studio-navigation.ts'

const rolesMessages = studioMessages.roles

/** Whether the member is known to have no access to the studio, at least until they pass the second factor. */
export function useIsStaffDenied(): boolean {
  const { state, user } = useAuth()
  const isStaff = state === 'signed_in' && user.is_staff
  const { data: factor } = useQuery({ ...secondFactorQuery, enabled: isStaff })
  return state === 'signed_in' && (isStaff ? factor?.proven_until === null : true)
}

/** Renders the studio for staff with a second factor; otherwise the reason for the denial and the next step. */
export function RequireStaff({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const { user } = useAuth()
  return (
    <RequireMember skeleton={skeleton} isProfileNeeded={false}>
      {user.is_staff ? (
        <RequireSecondFactor skeleton={skeleton}>{children}</RequireSecondFactor>
      ) : (
        <NotStaff />
      )}
    </RequireMember>
  )
}

function RequireSecondFactor({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const factor = useQuery(secondFactorQuery)
  const client = useQueryClient()
  const { user } = useAuth()
  const { id } = user
  // The proof expires after twelve hours, possibly while a page is open: the next request is refused and this gate
  // returns. A request after a change of the role is refused, too.
  useEffect(
    () =>
      onApiError(({ code }) => {
        if (code === 'second_factor_required') void client.invalidateQueries(secondFactorQuery)
        if (code === 'staff_role_required') void authStore.checkAuth()
      }),
    [client, id],
  )
  if (factor.isPending) return skeleton
  if (factor.isError)
    return <ErrorState isRetrying={factor.isFetching} onRetry={() => void factor.refetch()} />
  if (factor.data.proven_until) return <StudioEventStream>{children}</StudioEventStream>
  return (
    <SecondFactorPage
      factor={factor.data}
      onVerified={async () => {
        // Refetches refused requests; the gate comes last, to avoid flicker.
        client.removeQueries({
          predicate: ({ queryKey }) => queryKey[0] !== accountKeys.secondFactor[0],
        })
        await client.invalidateQueries(secondFactorQuery)
      }}
    />
  )
}

/** Opens the studio's event stream, which the server refuses for anyone else. */
function StudioEventStream({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useStudioEventStream(
    applyStudioEvent,
    useCallback(() => void client.invalidateQueries(secondFactorQuery), [client]),
  )
  return children
}

function NotStaff() {
  return (
    <EmptyState
      icon="lock"
      heading="h1"
      title={studioMessages.members_only}
      actions={
        <ButtonLink to={homePath} variant="primary">
          {studioMessages.go_home}
        </ButtonLink>
      }
    >
      {studioMessages.members_only_detail}
    </EmptyState>
  )
}

const messages = secondFactorMessages

/** Requires the second factor before the studio opens, or enrols the first one. */
function SecondFactorPage({
  factor,
  onVerified,
}: {
  factor: SecondFactor
  onVerified: () => Promise<void>
}) {
  if (!factor.has_authenticator && !factor.has_passkey)
    return (
      <SecondFactorLayout>
        <AuthenticatorSetup onDone={onVerified} />
      </SecondFactorLayout>
    )
  return (
    <SecondFactorLayout>
      <h1 className="text-2xl font-extrabold">{messages.title}</h1>
      <p className="mt-2 mb-7 text-base text-foreground-muted">{messages.detail}</p>
      <SecondFactorForms factor={factor} onVerified={onVerified} />
      <details className="group mt-6 text-sm text-foreground-subtle">
        <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-control hover:text-foreground [&::-webkit-details-marker]:hidden">
          {messages.lost}
          <Icon name="chevron_down" className="size-4 group-open:rotate-180" />
        </summary>
        <p className="pb-2 text-foreground-muted">{messages.lost_detail}</p>
      </details>
    </SecondFactorLayout>
  )
}

const SecondFactorLayout = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto max-w-md py-6 md:py-14">{children}</div>
)

/** Renders the page of the address if the member's role may open it; otherwise which roles may. */
export function RequireRole({ children }: { children: ReactNode }) {
  const access = studioPageAccess(useLocation().pathname)
  const role = useStaffRole()
  if (!access || hasStaffAccess(access, role)) return children
  return (
    <EmptyState
      icon="lock"
      heading="h1"
      title={rolesMessages.denied(access.staff)}
      actions={
        <ButtonLink to={studioPath} variant="primary">
          {rolesMessages.to_studio}
        </ButtonLink>
      }
    >
      {role && rolesMessages.denied_detail(role)}
    </EmptyState>
  )
}

/** Says on a page without its buttons which roles make the changes. */
export function ReadOnlyNote({ access }: { access: StaffAccess }) {
  const mayChange = useStaffAccess(access)
  if (mayChange) return null
  return (
    <p className="mb-8 rounded-card bg-surface-raised px-4 py-3 text-sm">
      {rolesMessages.read_only(access.staff)}
    </p>
  )
}
