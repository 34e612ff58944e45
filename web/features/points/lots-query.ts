import { money, pointsQuery } from '#web/data/money.ts'
import { request } from '#web/data/client.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

const pageSize = 20

/** All the lots of a member, newest first, page by page. Read again with the balances that they make. */
export const lotsQuery = infiniteQueryOptions({
  queryKey: [...pointsQuery.queryKey, 'lots'],
  queryFn: ({ pageParam: offset }) =>
    request(money.listPoints, { query: { limit: pageSize, offset } }),
  initialPageParam: 0,
  getNextPageParam: (last, _all, offset) =>
    last.results.length > 0 && offset + last.results.length < last.count
      ? offset + last.results.length
      : undefined,
  staleTime: 0,
})
