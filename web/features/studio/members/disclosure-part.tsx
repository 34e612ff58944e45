import { studioAccess } from '#contract/core/staff-roles.ts'
import type { MemberDetail } from '#contract/accounts/staff/members.ts'
import { endpoints } from '#contract/index.ts'
import type { Disclosure } from '#contract/accounts/staff/disclosures.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { type Column } from '#web/features/studio/list/data-table.tsx'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { openDecisionDialog, openDisclosureDialog } from './disclosure-dialogs.tsx'
import { disclosureMessages as messages } from './disclosure-messages.ko.ts'

const { listDisclosures, fetchDisclosure } = endpoints.studio_disclosures

const factColumns: readonly Column<Disclosure>[] = [
  {
    key: 'authority',
    title: messages.authority,
    className: 'md:w-full',
    cell: (row) => (
      <>
        <span className="font-semibold">{row.authority}</span>
        <span className="block text-xs text-foreground-subtle">
          {row.document_number} · {row.legal_basis}
        </span>
        <span className="block text-xs text-foreground-subtle">
          {messages.period(row.from_day, row.to_day)} ·{' '}
          {row.scope.map((part) => messages.scopes[part]).join(', ')}
        </span>
      </>
    ),
  },
  {
    key: 'people',
    title: messages.people,
    className: 'whitespace-nowrap',
    cell: ({ requested_by, decided_by }) => (
      <>
        <span className="block">{messages.requester(requested_by?.username)}</span>
        {decided_by && <span className="block">{messages.decider(decided_by.username)}</span>}
      </>
    ),
  },
  {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: ({ state, expires_at }) => (
      <>
        <Badge tone={state === 'approved' || state === 'fetched' ? 'success' : 'neutral'}>
          {messages.states[state]}
        </Badge>
        {(state === 'open' || state === 'approved') && (
          <span className="block text-xs text-foreground-subtle">
            {messages.until(formatDateTime(expires_at))}
          </span>
        )}
      </>
    ),
  },
]

/** Disclosures of the member's data to authorities: requested, decided by another person, fetched once. */
export function MemberDisclosures({ member: { id } }: { member: MemberDetail }) {
  const { user } = useAuth()
  const canDecide = useStaffAccess(studioAccess.staff)
  const disclosures = useQuery({
    queryKey: studioKeys.member(id, 'disclosures'),
    queryFn: () => call(listDisclosures, { params: { id } }),
    staleTime: 0,
  })
  const fetching = useApiMutation(fetchDisclosure, {
    invalidates: [studioKeys.member(id, 'disclosures')],
    toast: messages.fetched,
    // The server keeps no copy.
    onSuccess: ({ file_name, content }) => saveFile(file_name, content, 'application/json'),
  })
  const columns: readonly Column<Disclosure>[] = [
    ...factColumns,
    {
      key: 'action',
      title: messages.action,
      className: 'whitespace-nowrap md:text-right md:align-middle',
      cell: (row) => {
        const isOwn = row.requested_by?.id === user.id
        if (row.state === 'open' && canDecide && !isOwn)
          return (
            <Button
              variant="outline"
              className="px-4 text-sm md:-my-3"
              aria-label={messages.decide_of(row.document_number)}
              onClick={() => void openDecisionDialog(id, row)}
            >
              {messages.decide}
            </Button>
          )
        if (row.state === 'approved' && isOwn)
          return (
            <Button
              variant="outline"
              className="px-4 text-sm md:-my-3"
              busy={fetching.isPending}
              aria-label={messages.fetch_of(row.document_number)}
              onClick={() => fetching.submit({ params: { id }, body: { disclosure_id: row.id } })}
            >
              {messages.fetch}
            </Button>
          )
        return (
          <span className="text-xs text-foreground-subtle">
            {row.state === 'open' && isOwn && messages.needs_other}
          </span>
        )
      },
    },
  ]
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-foreground-muted">{messages.detail}</p>
        {user.id !== id && (
          <Button icon="plus" onClick={() => void openDisclosureDialog(id)}>
            {messages.request}
          </Button>
        )}
      </div>
      <QueryTable
        label={messages.list}
        query={disclosures}
        rows={disclosures.data}
        columns={columns}
        keyOf={(row) => row.id}
        empty={<EmptyState icon="document" title={messages.nothing} />}
      />
    </>
  )
}
