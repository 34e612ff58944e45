import { uiMessages } from '#web/ui/messages.ko.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { Button } from '#web/ui/base/button.tsx'

type Pages<T> = InfiniteData<{ count: number; results: T[] }>

/**
 * A list that is read page by page: its shape while it comes, what to do where it did not, what to say where nothing is
 * in it, and the rest as one scrolls. What moved down between two pages comes up twice, and stands once.
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
  /** @param now when the list was read, in milliseconds: what time it is for what is shown. */
  children: (rows: T[], now: number) => ReactNode
}) {
  if (!list.data)
    return list.isError ? (
      <ErrorState isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      skeleton
    )
  const all = list.data.pages.flatMap(({ results }) => results)
  const rows = [...new Map(all.map((row) => [row.id, row])).values()]
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows, list.dataUpdatedAt)}
      {list.hasNextPage && <InfiniteListEnd list={list} />}
    </>
  )
}

/** The end of a list that goes on: the rest comes as one scrolls, or is asked for again where it did not come. */
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
      busy={list.isFetchingNextPage}
      failed={list.isFetchNextPageError && uiMessages.more_failed}
      onMore={() => void list.fetchNextPage()}
    />
  )
}

/**
 * The end of a list that goes on: the rest is asked for when it comes near the screen, and by the button, which
 * is also what is left where it failed.
 */
function LoadMoreSentinel({
  label,
  busy,
  failed,
  onMore,
}: {
  label: string
  busy: boolean
  /** What to say where the last try failed: nothing is then asked for by itself. */
  failed: string | false
  onMore: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  const waits = !busy && failed === false
  useEffect(() => {
    if (!waits || !end.current) return
    const near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && more.current(),
      { rootMargin: '60% 0px' },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [waits])
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-8">
      <p role="status" className="text-sm text-foreground-muted empty:hidden">
        {failed || null}
      </p>
      <Button busy={busy} onClick={onMore} {...(failed && { icon: 'retry' as const })}>
        {label}
      </Button>
    </div>
  )
}
