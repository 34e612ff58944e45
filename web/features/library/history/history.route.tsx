import type { WatchHistoryEntry } from '#contract/watch-history/watch-history.ts'
import { historyMessages, dayLabel } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import { historyPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/history.route.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { InfiniteListEnd } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { EpisodeSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { useInfiniteQuery, infiniteQueryOptions } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  HistoryItem,
  groupByDay,
  historyItems,
  hasMoreItems,
  withoutItems,
  type HistoryPages,
  nextPageOffset,
} from './history-item.tsx'
import { ClearButton, PauseButton, PauseNotice } from './history-controls.tsx'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { call } from '#web/api/client.ts'

const pageSize = 40

const historyQuery = infiniteQueryOptions({
  queryKey: contentKeys.history,
  async queryFn({ pageParam: offset }) {
    // The last seconds of the episode the member comes from may not be sent yet.
    if (offset === 0) await flushUnsentProgress(1_500)
    const { results } = await call(watch_history.listWatchHistory, {
      query: { limit: pageSize, offset },
    })
    return { results, is_last: results.length < pageSize }
  },
  initialPageParam: 0,
  getNextPageParam: nextPageOffset,
  // A member returning from the player sees the current position.
  staleTime: 0,
})

/** Items that one request accepts. */
const maxBatchSize = 200

/**
 * Deletes items of the watch history, in batches.
 * @throws ApiError `not_found` if an item is already deleted.
 */
async function deleteHistoryItems(ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += maxBatchSize)
    await call(watch_history.deleteWatchHistory, {
      query: { watch_id: ids.slice(start, start + maxBatchSize).map(String) },
    })
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = historyMessages
  return pageMeta(matches, { title, description, path: historyPath, noindex: true })
}

export const handle: MypagePageHandle = { title: historyMessages.title, Skeleton: HistorySkeleton }

/** The member's watch history by day, with bulk deletion. */
export default function HistoryPage() {
  const histories = useInfiniteQuery(historyQuery)
  const [since, setSince] = useState<'all' | 'month'>('all')
  /** The ids selected, or undefined outside of selection mode. */
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>()
  const top = useRef<HTMLDivElement>(null)
  const focusTop = () => {
    setSelectedIds(undefined)
    // The button that had focus is gone.
    top.current?.focus()
  }
  const deletion = useDeletion(focusTop)

  if (!histories.data) return <QueryPlaceholder query={histories} skeleton={<HistorySkeleton />} />

  const { pages } = histories.data
  const now = histories.dataUpdatedAt
  const items = historyItems(pages, since, now)
  const hasMore = hasMoreItems(pages, since, now)
  const selectedItems = items.filter(({ id }) => selectedIds?.has(id))

  if (items.length === 0 && !hasMore && since === 'all')
    return (
      <div ref={top} tabIndex={-1} className="outline-none">
        <EmptyHistory />
        <PauseNotice />
      </div>
    )

  function toggleSelected(id: number) {
    setSelectedIds((previous) => {
      const next = new Set(previous)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  async function deleteSelected() {
    const ids = selectedItems.map(({ id }) => id)
    const title = historyMessages.delete_title(ids.length)
    const detail = historyMessages.delete_detail
    if (await confirmDialog({ title, message: detail, confirmLabel: historyMessages.delete }))
      deletion.submit(ids)
  }

  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={historyMessages.period} className="flex gap-2">
          {(['all', 'month'] as const).map((option) => (
            <Chip key={option} selected={since === option} onClick={() => setSince(option)}>
              {historyMessages[option]}
            </Chip>
          ))}
        </div>
        <div className="flex flex-wrap">
          {items.length > 0 && (
            <Button
              variant="ghost"
              className="px-3"
              aria-pressed={selectedIds !== undefined}
              aria-disabled={deletion.isPending}
              onClick={() => setSelectedIds(selectedIds ? undefined : new Set())}
            >
              {selectedIds ? historyMessages.select_done : historyMessages.select}
            </Button>
          )}
          <PauseButton />
          <ClearButton onCleared={focusTop} />
        </div>
      </div>
      <PauseNotice />
      {items.length === 0 && !hasMore && (
        <EmptyState
          icon="clock"
          title={historyMessages.empty_month}
          actions={
            <Button variant="primary" onClick={() => setSince('all')}>
              {historyMessages.see_all}
            </Button>
          }
        >
          {historyMessages.empty_month_detail}
        </EmptyState>
      )}
      <HistoryDays items={items} now={now} selectedIds={selectedIds} onSelect={toggleSelected} />
      {hasMore && <InfiniteListEnd list={histories} />}
      {selectedIds && (
        <SelectionBar
          count={selectedItems.length}
          isAllSelected={selectedItems.length === items.length}
          busy={deletion.isPending}
          onSelectAll={(isAll) => setSelectedIds(new Set(isAll ? items.map(({ id }) => id) : []))}
          onDelete={() => void deleteSelected()}
        />
      )}
    </div>
  )
}

const EmptyHistory = () => (
  <EmptyState
    icon="clock"
    title={historyMessages.empty}
    actions={
      <>
        <ButtonLink to={categoriesPath} variant="primary" icon="grid">
          {historyMessages.browse}
        </ButtonLink>
        <PauseButton />
      </>
    }
  >
    {historyMessages.empty_detail}
  </EmptyState>
)

function useDeletion(onDeleted: () => void) {
  return useApiMutation(deleteHistoryItems, {
    toast: (_, ids) => historyMessages.deleted(ids.length),
    messageOf: () => historyMessages.delete_failed,
    treatNotFoundAsDone: true,
    async onSuccess(_, ids, client) {
      // A read in flight may still contain the deleted items.
      await client.cancelQueries(historyQuery)
      client.setQueryData<HistoryPages>(
        historyQuery.queryKey,
        (data) => data && withoutItems(data, new Set(ids)),
      )
      void client.invalidateQueries({ queryKey: contentKeys.continueWatching })
      onDeleted()
    },
    onError: (_, __, client) => void client.invalidateQueries(historyQuery),
  })
}

function HistoryDays({
  items,
  now,
  selectedIds,
  onSelect,
}: {
  items: readonly WatchHistoryEntry[]
  /** Milliseconds since the epoch, for the names of days. */
  now: number
  selectedIds: ReadonlySet<number> | undefined
  onSelect: (id: number) => void
}) {
  return (
    <>
      {groupByDay(items, (instant) => dayLabel(instant, now)).map((group) => (
        <section key={group.day} aria-label={group.day} className="mt-6 first-of-type:mt-4">
          <h2 className="text-base font-bold text-foreground-muted">{group.day}</h2>
          <ul className="-mx-3 mt-2">
            {group.items.map((item) => (
              <li
                key={item.id}
                className="[contain-intrinsic-block-size:auto_6.5rem] [content-visibility:auto]"
              >
                <HistoryItem
                  item={item}
                  isSelecting={selectedIds !== undefined}
                  isSelected={selectedIds?.has(item.id) ?? false}
                  onSelect={() => onSelect(item.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** The bar at the bottom of the screen in selection mode. */
function SelectionBar({
  count,
  isAllSelected,
  busy,
  onSelectAll,
  onDelete,
}: {
  count: number
  isAllSelected: boolean
  busy: boolean
  onSelectAll: (isAll: boolean) => void
  onDelete: () => void
}) {
  return (
    <div className="sticky bottom-[calc(var(--bottom-nav-height)+0.75rem)] z-sticky mt-4 flex flex-wrap items-center gap-2 rounded-sheet bg-surface-raised p-2 pl-4 shadow-float">
      <p role="status" className="min-w-0 grow text-base tabular-nums">
        {historyMessages.selected(count)}
      </p>
      <Button
        variant="ghost"
        className="px-3"
        aria-disabled={busy}
        onClick={() => onSelectAll(!isAllSelected)}
      >
        {isAllSelected ? historyMessages.select_none : historyMessages.select_all}
      </Button>
      <Button variant="danger" busy={busy} disabled={count === 0} onClick={onDelete}>
        {historyMessages.delete}
      </Button>
    </div>
  )
}

function HistorySkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex gap-2">
        <div className="shimmer h-11 w-16 rounded-full" />
        <div className="shimmer h-11 w-28 rounded-full" />
      </div>
      <div className="shimmer mt-5 h-5 w-20 rounded-control" />
      {[0, 1, 2, 3, 4].map((at) => (
        <EpisodeSkeleton key={at} />
      ))}
    </div>
  )
}
