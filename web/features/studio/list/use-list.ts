import type { EndpointInput, EndpointResponse } from '#contract/core/endpoint.ts'
import { call } from '#web/api/client.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/pagination.tsx'
import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import {
  changedFilters,
  defaultOf,
  listHref,
  parseFilters,
  schemaOf,
  type FilterName,
  type Filters,
  type ListEndpoint,
  type OrderingOf,
  type RowOf,
} from './list-address.ts'

/** The largest offset of the contract. */
const maxOffset = 10_000
/** Rows of a page, for a call without `limit`. */
const defaultPageSize = 20

export type ListDefinition<E extends ListEndpoint> = {
  endpoint: E
  /** The path parameters of the call. */
  params?: { id: number }
  /** The address of the page; it may have a query of its own, such as that of a tab. */
  path: string
  /** One of `studioKeys`; called with the filters and the offset. */
  queryKey: (input: object) => QueryKey
  /** Keeps the filters in the history state, because they are personal data, which an address would show to others. */
  isPrivate?: boolean
  staleTime?: number
  refetchInterval?: number | false | ((rows: readonly RowOf<E>[]) => number | false)
}

/** A list of rows `R` with filters of the names `F` and orders `O`. */
export type List<R, F extends string, O extends string = never> = {
  query: UseQueryResult
  rows: readonly R[]
  /** The number of rows on all pages. */
  count: number
  page: number
  pages: number
  path: string
  filters: Readonly<Partial<Record<F, string>>>
  /** The order of the rows, if the call offers several. */
  ordering: O | undefined
  /** The filters that leave rows out. */
  narrowing: Readonly<Record<string, string>>
  isNarrowed: boolean
  /**
   * The address with other filters, on its first page, or of another page.
   * @param others parameters of the page that are no filters.
   */
  hrefOf: (changes: Filters<F>, others?: Record<string, string>) => string
  pageHref: (page: number, others?: Record<string, string>) => string
  /** The properties of links to other pages besides their address. */
  linkState: unknown
  /** Shows the rows of other filters. */
  change: (changes: Filters<F>) => void
}

/**
 * The rows of a page of a list. Filters and page are in the address, by the names and the schema of the contract: what
 * it does not allow is left out.
 */
export function useList<E extends ListEndpoint>({
  endpoint,
  params,
  path,
  queryKey,
  isPrivate = false,
  staleTime,
  refetchInterval,
}: ListDefinition<E>): List<RowOf<E>, FilterName<E>, OrderingOf<E>> & {
  data: EndpointResponse<E> | undefined
} {
  const [address] = useSearchParams()
  const { state } = useLocation() as { state: Record<string, unknown> | null }
  const navigate = useNavigate()
  const schema = schemaOf(endpoint)
  const pageSize = Number(defaultOf(schema, 'limit')) || defaultPageSize
  const maxPage = Math.floor(maxOffset / pageSize) + 1
  const page = parsePageParam(address.get('page'), maxPage)
  const filters = parseFilters(schema, (name) => (isPrivate ? state?.[name] : address.get(name)))
  const input = { ...filters, offset: (page - 1) * pageSize }
  const rowsOf = (data: unknown) => (data as { results?: RowOf<E>[] } | undefined)?.results ?? []
  const query = useQuery<EndpointResponse<E>>({
    queryKey: queryKey(input),
    queryFn: () =>
      call(endpoint, {
        ...(params && { params }),
        ...(endpoint.query ? { query: input } : { body: input }),
      } as unknown as EndpointInput<E>),
    placeholderData: keepPreviousData,
    ...(staleTime !== undefined && { staleTime }),
    ...(refetchInterval !== undefined && {
      refetchInterval:
        typeof refetchInterval === 'function'
          ? ({ state: { data } }) => refetchInterval(rowsOf(data))
          : refetchInterval,
    }),
  })
  const count = (query.data as { count: number } | undefined)?.count ?? 0
  const changed = (changes: Filters<string>) => changedFilters(schema, { ...filters, ...changes })
  const hrefTo = (shown: Record<string, string>, to: number, others: Record<string, string> = {}) =>
    listHref(path, { ...(isPrivate ? {} : shown), ...others }, to)
  const hrefOf = (changes: Filters<string>, others?: Record<string, string>) =>
    hrefTo(changed(changes), 1, others)
  const { ordering: _, ...narrowing } = changed({})
  return {
    query,
    data: query.data,
    rows: rowsOf(query.data),
    count,
    page,
    pages: Math.min(maxPage, pageCount(count, pageSize)),
    path,
    filters: filters as Partial<Record<FilterName<E>, string>>,
    ordering: filters['ordering'] as OrderingOf<E> | undefined,
    narrowing,
    isNarrowed: Object.keys(narrowing).length > 0,
    hrefOf,
    pageHref: (to, others) => hrefTo(changed({}), to, others),
    linkState: isPrivate ? filters : undefined,
    change: (changes: Filters<string>) =>
      void navigate(hrefOf(changes), {
        preventScrollReset: true,
        ...(isPrivate && { state: changed(changes) }),
      }),
  }
}
