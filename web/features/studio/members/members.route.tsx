import { studio_members as calls, type MemberSummary } from '#contract/accounts/staff/members.ts'
import { formatPaddedDate, formatPhoneNumber } from '#web/lib/format.ts'
import { studioMembersMessages as messages, suspensionMessages } from './messages.ko.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import { ListFilters } from '#web/features/studio/list/list-controls.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { studioMemberPath, studioMembersPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { Link } from 'react-router'

const columns: readonly Column<MemberSummary>[] = [
  {
    key: 'name',
    title: messages.name,
    cell: ({ id, username, is_staff, is_suspended, failed_messages }) => (
      <Link
        to={studioMemberPath(id)}
        className="-my-2 inline-flex min-h-11 items-center gap-2 font-semibold hover:text-accent-bright"
      >
        {username}
        {is_suspended && <Badge tone="accent">{suspensionMessages.badge}</Badge>}
        {failed_messages > 0 && <Badge>{messages.failed_messages(failed_messages)}</Badge>}
        {is_staff && <Badge tone="accent_subtle">{messages.staff}</Badge>}
      </Link>
    ),
  },
  {
    key: 'email',
    title: messages.email,
    className: 'wrap-anywhere md:w-2/5',
    cell: ({ email }) => email,
  },
  {
    key: 'phone',
    title: messages.phone,
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => formatPhoneNumber(row.phonenumber),
  },
  { key: 'id', title: messages.id, numeric: true, cell: ({ id }) => id },
  {
    key: 'joined',
    title: messages.joined,
    className: 'whitespace-nowrap tabular-nums md:text-right',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatPaddedDate(created_at)}</time>,
  },
]

/** Searches members; personal data is masked. */
export default function MembersPage() {
  const list = useList({
    endpoint: calls.findMembers,
    path: studioMembersPath,
    queryKey: studioKeys.memberSearch,
    isPrivate: true,
  })
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <ListFilters
        list={list}
        search={{
          name: 'q',
          label: messages.search,
          placeholder: messages.search_placeholder,
          maxLength: 254,
        }}
      />
      <ListTable
        list={list}
        label={messages.list}
        counted={list.isNarrowed ? messages.found : messages.newest}
        choiceKey="members"
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ icon: 'person', title: messages.empty, detail: messages.empty_detail }}
        none={{ icon: 'person', title: messages.empty, detail: messages.empty_detail }}
      />
    </>
  )
}
