import { historyMessages, dayLabel } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { MypageLayout } from '#web/app/layouts/mypage-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { historyPath, categoriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/history.route.ts'
import { isApiError } from '#web/api/error-message.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { InfiniteListEnd } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { EpisodeSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { HistoryItem } from './history-item.tsx'
import {
  groupByDay,
  historyItems,
  hasMoreItems,
  withoutItems,
  type HistoryPages,
} from './history-pages.ts'
import { deleteLines, historyQuery } from './queries.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = historyMessages
  return pageMeta(matches, { title, description, path: historyPath, hidden: true })
}

export default function Videos() {
  return (
    <MypageLayout title={historyMessages.title}>
      <RequireMember skeleton={<HistorySkeleton />}>
        {() => (
          <MemberQueryProvider>
            <HistoryPage />
          </MemberQueryProvider>
        )}
      </RequireMember>
    </MypageLayout>
  )
}

/** What the member has watched, by day; lines are chosen and deleted together. */
function HistoryPage() {
  const histories = useInfiniteQuery(historyQuery)
  const client = useQueryClient()
  const [since, setSince] = useState<'all' | 'month'>('all')
  /** The lines chosen, or nothing while none are to be. */
  const [chosen, setChosen] = useState<ReadonlySet<number>>()
  const [deleting, setDeleting] = useState(false)
  const top = useRef<HTMLDivElement>(null)

  if (!histories.data)
    return histories.isError ? (
      <ErrorState busy={histories.isFetching} onRetry={() => void histories.refetch()} />
    ) : (
      <HistorySkeleton />
    )

  const { pages } = histories.data
  const now = histories.dataUpdatedAt
  const lines = historyItems(pages, since, now)
  const goesOn = hasMoreItems(pages, since, now)
  const marked = lines.filter(({ id }) => chosen?.has(id))

  if (lines.length === 0 && !goesOn && since === 'all')
    return (
      <EmptyState
        icon="clock"
        title={historyMessages.empty}
        actions={
          <ButtonLink to={categoriesPath} look="primary" icon="grid">
            {historyMessages.find}
          </ButtonLink>
        }
      >
        {historyMessages.empty_detail}
      </EmptyState>
    )

  function choose(id: number) {
    setChosen((was) => {
      const next = new Set(was)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  async function deleteMarked() {
    const ids = marked.map(({ id }) => id)
    const title = historyMessages.delete_title(ids.length)
    const detail = historyMessages.delete_detail
    if (!(await confirmDialog({ title, detail, yes: historyMessages.delete }))) return
    setDeleting(true)
    try {
      await deleteLines(ids).catch((error: unknown) => {
        // Deleted elsewhere meanwhile: as it was wanted.
        if (!isApiError(error, 'not_found')) throw error
      })
      // What is being read just now may still have them.
      await client.cancelQueries(historyQuery)
      client.setQueryData<HistoryPages>(
        historyQuery.queryKey,
        (data) => data && withoutItems(data, new Set(ids)),
      )
      void client.invalidateQueries({ queryKey: ['watching', 'continue'] })
      setChosen(undefined)
      toasts.show(historyMessages.deleted(ids.length), 'good')
      // The button that had the focus is gone.
      top.current?.focus()
    } catch {
      toasts.show(historyMessages.not_deleted, 'danger')
      void histories.refetch()
    } finally {
      setDeleting(false)
    }
  }

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={historyMessages.period} className="flex gap-2">
          {(['all', 'month'] as const).map((one) => (
            <Chip key={one} selected={since === one} onClick={() => setSince(one)}>
              {historyMessages[one]}
            </Chip>
          ))}
        </div>
        {lines.length > 0 && (
          <Button
            look="quiet"
            className="px-3"
            aria-pressed={chosen !== undefined}
            disabled={deleting}
            onClick={() => setChosen(chosen ? undefined : new Set())}
          >
            {chosen ? historyMessages.select_done : historyMessages.select}
          </Button>
        )}
      </div>
      {lines.length === 0 && !goesOn && (
        <EmptyState
          icon="clock"
          title={historyMessages.empty_month}
          actions={
            <Button look="primary" onClick={() => setSince('all')}>
              {historyMessages.see_all}
            </Button>
          }
        >
          {historyMessages.empty_month_detail}
        </EmptyState>
      )}
      {groupByDay(lines, (instant) => dayLabel(instant, now)).map((one) => (
        <section key={one.day} aria-label={one.day} className="mt-6 first-of-type:mt-4">
          <h2 className="text-base font-bold text-foreground-muted">{one.day}</h2>
          <ul className="-mx-3 mt-1.5">
            {one.lines.map((line) => (
              <li
                key={line.id}
                className="[contain-intrinsic-block-size:auto_6.5rem] [content-visibility:auto]"
              >
                <HistoryItem
                  line={line}
                  choosing={chosen !== undefined}
                  chosen={chosen?.has(line.id) ?? false}
                  onChoose={() => choose(line.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {goesOn && <InfiniteListEnd list={histories} />}
      {chosen && (
        <Deleting
          count={marked.length}
          all={marked.length === lines.length}
          busy={deleting}
          onAll={(all) => setChosen(new Set(all ? lines.map(({ id }) => id) : []))}
          onDelete={() => void deleteMarked()}
        />
      )}
    </div>
  )
}

/** Stays at the foot of the screen while lines are chosen. */
function Deleting({
  count,
  all,
  busy,
  onAll,
  onDelete,
}: {
  count: number
  all: boolean
  busy: boolean
  onAll: (all: boolean) => void
  onDelete: () => void
}) {
  return (
    <div className="sticky bottom-[calc(var(--bottom-nav-height)+0.75rem)] z-sticky mt-4 flex flex-wrap items-center gap-2 rounded-xl bg-surface-raised p-2 pl-4 shadow-float">
      <p role="status" className="min-w-0 grow text-base tabular-nums">
        {historyMessages.selected(count)}
      </p>
      <Button look="quiet" className="px-3" disabled={busy} onClick={() => onAll(!all)}>
        {all ? historyMessages.select_none : historyMessages.select_all}
      </Button>
      <Button look="danger" busy={busy} disabled={count === 0} onClick={onDelete}>
        {historyMessages.delete}
      </Button>
    </div>
  )
}

/** The shape of the page while nobody knows yet what is in it. */
function HistorySkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex gap-2">
        <div className="shimmer h-11 w-16 rounded-full" />
        <div className="shimmer h-11 w-28 rounded-full" />
      </div>
      <div className="shimmer mt-5 h-5 w-20 rounded-sm" />
      {[0, 1, 2, 3, 4].map((at) => (
        <EpisodeSkeleton key={at} />
      ))}
    </div>
  )
}
