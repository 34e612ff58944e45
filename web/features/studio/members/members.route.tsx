import type { MemberSummary } from '#contract/studio/members.ts'
import { formatPaddedDate, formatPhoneNumber } from '#web/lib/format.ts'
import { studioMembersMessages as messages } from './messages.ko.ts'
import { type Column, DataTable } from '#web/features/studio/common/data-table.tsx'
import { studioMemberPath, studioMembersPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { QueryContent } from '#web/features/studio/table/query-table.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { OffsetPager } from './member-tables.tsx'
import { memberSearchQuery, pageSize } from './queries.ts'

const columns: readonly Column<MemberSummary>[] = [
  {
    key: 'name',
    title: messages.name,
    cell: ({ id, username, is_staff }) => (
      <Link
        to={studioMemberPath(id)}
        className="-my-2 inline-flex min-h-11 items-center gap-2 font-semibold hover:text-accent-bright"
      >
        {username}
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

/** The search is kept in the history state, not in the address, which others may see. */
type MemberSearchForm = { q?: string; page?: number } | null

/** Searches members; personal data is masked. */
export default function MembersPage() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const { q = '', page = 1 } = (state as MemberSearchForm) ?? {}
  const members = useQuery(memberSearchQuery(q, (page - 1) * pageSize))
  const go = (to: MemberSearchForm) => void navigate(studioMembersPath, { state: to })
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <form
        key={q}
        role="search"
        aria-label={messages.search}
        className="relative flex max-w-2xl gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = new FormData(event.currentTarget).get('q')
          go({ q: typeof typed === 'string' ? typed.trim() : '' })
        }}
      >
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-foreground-subtle"
        />
        <input
          type="search"
          name="q"
          aria-label={messages.search}
          defaultValue={q}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder={messages.search_placeholder}
          className="h-11 min-w-0 grow rounded-lg bg-surface-raised pr-3 pl-10 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle"
        />
        <Button type="submit">{messages.find}</Button>
      </form>
      <p role="status" className="mt-3 mb-1 min-h-5 text-sm text-foreground-subtle">
        {members.data && (q ? messages.found : messages.newest)(members.data.count)}
      </p>
      <QueryContent query={members}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState icon="person" title={messages.empty}>
              {messages.empty_detail}
            </EmptyState>
          ) : (
            <>
              <DataTable
                label={messages.list}
                choiceKey="members"
                columns={columns}
                rows={results}
                keyOf={({ id }) => id}
                busy={members.isPlaceholderData}
              />
              <OffsetPager page={page} count={count} onPage={(to) => go({ q, page: to })} />
            </>
          )
        }
      </QueryContent>
    </>
  )
}
