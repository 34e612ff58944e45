import { studioServiceMessages } from './messages.ko.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Switch } from '#web/ui/forms/form-controls.tsx'
import { articleErrorMessage } from './queries.ts'

const messages = studioServiceMessages.articles

type Text = { id: number; title: string; is_hidden: boolean; version: number }

/** Articles including hidden ones: the title links to the editor, the switch sets visibility. */
export function ArticleTable<T extends Text>({
  label,
  query,
  rows,
  titleHeader,
  badgeOf,
  hrefOf,
  columns,
  invalidates,
  change,
  busy = false,
}: {
  label: string
  query: UseQueryResult
  rows: readonly T[]
  /** The header of the title column. */
  titleHeader: string
  /** A badge before the title. */
  badgeOf: (text: T) => string | false
  hrefOf: (text: T) => string
  /** Columns between title and visibility. */
  columns: readonly Column<T>[]
  /** Invalidated after a change. */
  invalidates: QueryKey
  change: (text: T, changes: { version: number; is_hidden: boolean }) => Promise<unknown>
  busy?: boolean
}) {
  if (query.isPending) return <TableSkeleton />
  if (query.isError)
    return <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState icon="document" title={messages.empty}>
        {messages.empty_detail}
      </EmptyState>
    )
  const title: Column<T> = {
    key: 'title',
    title: titleHeader,
    className: 'md:w-full',
    cell: (text) => (
      <Link
        to={hrefOf(text)}
        className={`-my-3 flex min-h-11 items-baseline gap-2.5 py-3 font-semibold hover:text-accent-bright ${text.is_hidden ? 'text-foreground-subtle' : ''}`}
      >
        {badgeOf(text) && (
          <span className="shrink-0">
            <Badge tone="accent_subtle">{badgeOf(text)}</Badge>
          </span>
        )}
        <span className="min-w-0 break-keep wrap-anywhere">{text.title}</span>
      </Link>
    ),
  }
  const state: Column<T> = {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: (text) => (
      <VisibilitySwitch
        title={text.title}
        is_hidden={text.is_hidden}
        invalidates={invalidates}
        change={(is_hidden) => change(text, { version: text.version, is_hidden })}
      />
    ),
  }
  return (
    <DataTable
      label={label}
      columns={[title, ...columns, state]}
      rows={rows}
      keyOf={({ id }) => id}
      busy={busy || query.isPlaceholderData}
    />
  )
}

/** Toggles the visibility of an article at once. */
function VisibilitySwitch({
  title,
  is_hidden,
  invalidates,
  change,
}: {
  title: string
  is_hidden: boolean
  /** Invalidated after a change. */
  invalidates: QueryKey
  change: (is_hidden: boolean) => Promise<unknown>
}) {
  const toggle = useApiMutation(() => change(!is_hidden), {
    toast: () => (is_hidden ? messages.shown_now : messages.hidden_now)(title),
    messageOf: articleErrorMessage,
    invalidates: [invalidates],
  })
  return (
    <div className="-my-2 w-fit">
      <Switch
        label={
          <span className={`w-8 text-sm ${is_hidden ? 'text-foreground-subtle' : ''}`}>
            <span className="sr-only">{title}: </span>
            {is_hidden ? messages.hidden : messages.shown}
          </span>
        }
        checked={!is_hidden}
        aria-disabled={toggle.isPending}
        onChange={() => toggle.submit()}
      />
    </div>
  )
}
