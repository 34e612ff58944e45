import { studioServiceMessages } from './messages.ko.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router'
import { memberQueryClient } from '#web/session/member-query-client.tsx'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { Switch } from '#web/ui/forms/form-controls.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useState } from 'react'

const messages = studioServiceMessages.texts

type Text = { id: number; title: string; is_hidden: boolean; version: number }

/**
 * Texts for everybody, hidden ones too: their titles, which lead to the editor, what else is told of them, and whether
 * viewers see them.
 */
export function ArticleTable<T extends Text>({
  label,
  query,
  rows,
  head,
  mark,
  hrefOf,
  columns,
  stale,
  change,
  busy = false,
}: {
  label: string
  query: UseQueryResult
  rows: readonly T[]
  /** What stands over the titles. */
  head: string
  /** A word before a title that stands out. */
  mark: (text: T) => string | false
  hrefOf: (text: T) => string
  /** Between the title and whether it is shown. */
  columns: readonly Column<T>[]
  /** What is read again after a change. */
  stale: readonly string[]
  change: (text: T, changes: { version: number; is_hidden: boolean }) => Promise<unknown>
  busy?: boolean
}) {
  if (query.isPending) return <TableSkeleton />
  if (query.isError)
    return <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()} />
  if (rows.length === 0)
    return (
      <EmptyState icon="paper" title={messages.empty}>
        {messages.empty_detail}
      </EmptyState>
    )
  const title: Column<T> = {
    key: 'title',
    title: head,
    className: 'md:w-full',
    cell: (text) => (
      <Link
        to={hrefOf(text)}
        className={`-my-3 flex min-h-11 items-baseline gap-2.5 py-3 font-semibold hover:text-accent-bright ${text.is_hidden ? 'text-foreground-subtle' : ''}`}
      >
        {mark(text) && (
          <span className="shrink-0">
            <Badge tone="wash">{mark(text)}</Badge>
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
        stale={stale}
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

/** Whether viewers see a text; acts at once, and back again. */
function VisibilitySwitch({
  title,
  is_hidden,
  stale,
  change,
}: {
  title: string
  is_hidden: boolean
  /** What is read again after it. */
  stale: readonly string[]
  change: (is_hidden: boolean) => Promise<unknown>
}) {
  const [busy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    try {
      await change(!is_hidden)
      toasts.show((is_hidden ? messages.shown_now : messages.hidden_now)(title), 'good')
    } catch (error) {
      toasts.show(
        isApiError(error, 'conflict') ? studioServiceMessages.conflict : errorMessage(error),
        'danger',
      )
    }
    await memberQueryClient.invalidateQueries({ queryKey: stale })
    setBusy(false)
  }
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
        aria-disabled={busy}
        onChange={() => {
          if (!busy) void press()
        }}
      />
    </div>
  )
}
