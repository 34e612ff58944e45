import type { StaffMember } from '#contract/studio/staff.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { staffRoleLabels } from '#web/features/studio/common/messages.ko.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { useAuth } from '#web/session/auth-store.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { staffMessages as messages } from './messages.ko.ts'
import { staffQuery } from './queries.ts'
import { openRoleDialog } from './role-dialog.tsx'

/** The staff and their roles, which owners change. */
export default function StaffPage() {
  const staff = useQuery(staffQuery)
  const { user } = useAuth()
  const columns: readonly Column<StaffMember>[] = [
    {
      key: 'name',
      title: messages.name,
      className: 'whitespace-nowrap',
      cell: ({ username }) => <span className="font-semibold">{username}</span>,
    },
    {
      key: 'role',
      title: messages.role,
      className: 'md:w-2/5',
      cell: ({ role }) => (
        <>
          <span className="font-semibold">{staffRoleLabels[role]}</span>
          <span className="block text-foreground-subtle">{messages.role_details[role]}</span>
        </>
      ),
    },
    { key: 'email', title: messages.email, className: 'wrap-anywhere', cell: (row) => row.email },
    {
      key: 'second_factor',
      title: messages.second_factor,
      className: 'whitespace-nowrap',
      cell: ({ has_second_factor }) => (
        <Badge tone={has_second_factor ? 'success' : 'neutral'}>
          {has_second_factor ? messages.has_second_factor : messages.no_second_factor}
        </Badge>
      ),
    },
    {
      key: 'action',
      title: messages.action,
      bare: true,
      className: 'md:text-right md:align-middle',
      cell: (member) =>
        member.id === user.id ? (
          <span className="text-foreground-subtle">{messages.own}</span>
        ) : (
          <Button
            variant="outline"
            className="px-4 text-sm whitespace-nowrap md:-my-3"
            aria-label={messages.change_of(member.username)}
            onClick={() => void openRoleDialog(member)}
          >
            {messages.change}
          </Button>
        ),
    },
  ]
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      {staff.isPending ? (
        <TableSkeleton />
      ) : staff.isError ? (
        <ErrorState isRetrying={staff.isFetching} onRetry={() => void staff.refetch()} />
      ) : (
        <DataTable
          label={messages.list}
          columns={columns}
          rows={staff.data}
          keyOf={({ id }) => id}
        />
      )}
    </>
  )
}
