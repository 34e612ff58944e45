import { uiMessages } from '#web/ui/messages.ko.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { Button } from '#web/ui/base/button.tsx'

type Pages<T> = InfiniteData<{ count: number; results: T[] }>

/**
 * A paginated list with its loading, error and empty states. Rows that moved to the next page between two requests are
 * shown once.
 */
export function InfiniteList<T extends { id: number }>({
  list,
  skeleton,
  empty,
  children,
}: {
  list: UseInfiniteQueryResult<Pages<T>>
  skeleton: ReactNode
  empty: ReactNode
  /** @param now when the list was read, in ms since the epoch. */
  children: (rows: T[], now: number) => ReactNode
}) {
  if (!list.data) return <QueryPlaceholder query={list} skeleton={skeleton} />
  const loaded = list.data.pages.flatMap(({ results }) => results)
  const rows = [...new Map(loaded.map((row) => [row.id, row])).values()]
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows, list.dataUpdatedAt)}
      {list.hasNextPage && <InfiniteListEnd list={list} />}
    </>
  )
}

/** Loads the next page near the end of a list, or offers a retry. */
export function InfiniteListEnd({
  list,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
  >
}) {
  return (
    <LoadMoreSentinel
      label={list.isFetchNextPageError ? uiMessages.retry : uiMessages.more}
      isLoading={list.isFetchingNextPage}
      error={list.isFetchNextPageError && uiMessages.more_failed}
      onMore={() => void list.fetchNextPage()}
    />
  )
}

function LoadMoreSentinel({
  label,
  isLoading,
  error,
  onMore,
}: {
  label: string
  isLoading: boolean
  /** Message of the last attempt; stops automatic loading. */
  error: string | false
  onMore: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  const isObserving = !isLoading && error === false
  useEffect(() => {
    if (!isObserving || !end.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && latestOnMore.current(),
      { rootMargin: '60% 0px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isObserving])
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-8">
      <p role="status" className="text-sm text-foreground-muted empty:hidden">
        {error || null}
      </p>
      <Button busy={isLoading} onClick={onMore} {...(error && { icon: 'retry' as const })}>
        {label}
      </Button>
    </div>
  )
}
