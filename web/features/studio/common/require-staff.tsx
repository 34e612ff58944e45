import { endpoints } from '#contract/index.ts'
import { studioMessages } from './messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { call, onApiError } from '#web/api/client.ts'
import { secondFactorKey } from '#web/features/account/second-factor/with-second-factor.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { homePath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, type ReactNode } from 'react'
import { useStudioEventStream } from './studio-events.ts'
import { SecondFactorPage } from './second-factor-page.tsx'

const { read } = endpoints.second_factor

/** Whether this session may work in the studio, and by what it could prove that it may. */
export const secondFactorQuery = queryOptions({
  queryKey: secondFactorKey,
  queryFn: () => call(read, {}),
  staleTime: Infinity,
})

/** Whether it is known that whoever is here may not enter, or not yet. */
export function useIsStaffDenied(): boolean {
  const { state, user } = useAuth()
  const isStaff = state === 'signed_in' && user.is_staff
  const { data: factor } = useQuery({ ...secondFactorQuery, enabled: isStaff })
  return state === 'signed_in' && (isStaff ? factor?.proven_until === null : true)
}

/** The studio for whoever may enter; else what keeps him out, and what he can do about it. */
export function RequireStaff({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  return (
    <RequireMember skeleton={skeleton}>
      {(user) =>
        user.is_staff ? (
          <RequireSecondFactor skeleton={skeleton}>{children}</RequireSecondFactor>
        ) : (
          <NotStaff />
        )
      }
    </RequireMember>
  )
}

function RequireSecondFactor({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const factor = useQuery(secondFactorQuery)
  const client = useQueryClient()
  const { user } = useAuth()
  const { id } = user
  // Twelve hours are over while a page is open: whatever it asks next is refused, and the gate comes back.
  useEffect(
    () =>
      onApiError(({ code }) => {
        if (code === 'second_factor_required') void client.invalidateQueries(secondFactorQuery)
      }),
    [client, id],
  )
  if (factor.isPending) return skeleton
  if (factor.isError)
    return <ErrorState busy={factor.isFetching} onRetry={() => void factor.refetch()} />
  if (factor.data.proven_until) return <StudioEventStream>{children}</StudioEventStream>
  return (
    <SecondFactorPage
      factor={factor.data}
      onVerified={async () => {
        // What was refused for want of it is asked again; the gate itself last, so that nothing flickers.
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== secondFactorKey[0] })
        await client.invalidateQueries(secondFactorQuery)
      }}
    />
  )
}

/** The studio, with its line open: to anybody else it would be refused. */
function StudioEventStream({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useStudioEventStream(
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
        <ButtonLink to={homePath} look="primary">
          {studioMessages.go_home}
        </ButtonLink>
      }
    >
      {studioMessages.members_only_detail}
    </EmptyState>
  )
}
