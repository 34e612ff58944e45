import { listCopy } from '#web/copy/lists.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MoreBelow } from './more-below.tsx'
import { ErrorState } from './notice.tsx'

type Pages<T> = InfiniteData<{ count: number; results: T[] }>

/**
 * A list that is read page by page: its shape while it comes, what to do where it did not, what to say where nothing is
 * in it, and the rest as one scrolls. What moved down between two pages comes up twice, and stands once.
 */
export function EndlessList<T extends { id: number }>({
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
      <ErrorState busy={list.isFetching} onRetry={() => void list.refetch()} />
    ) : (
      skeleton
    )
  const all = list.data.pages.flatMap(({ results }) => results)
  const rows = [...new Map(all.map((row) => [row.id, row])).values()]
  if (rows.length === 0) return empty
  return (
    <>
      {children(rows, list.dataUpdatedAt)}
      {list.hasNextPage && <ListEnd list={list} />}
    </>
  )
}

/** The end of a list that goes on: the rest comes as one scrolls, or is asked for again where it did not come. */
export function ListEnd({
  list,
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
  >
}) {
  return (
    <MoreBelow
      label={list.isFetchNextPageError ? listCopy.retry : listCopy.more}
      busy={list.isFetchingNextPage}
      failed={list.isFetchNextPageError && listCopy.more_failed}
      onMore={() => void list.fetchNextPage()}
    />
  )
}
