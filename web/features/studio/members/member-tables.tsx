import { endpoints } from '#contract/index.ts'
import type { MemberInquiry, MemberOrder } from '#contract/studio/members.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { LedgerHistoryEntry, Purchase, Refund } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import {
  refundDestinationLabel,
  pointsOf,
  studioMembersMessages as messages,
} from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioInquiriesPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageSize } from './queries.ts'
import { openStaffRefundDialog } from './refund-dialog.tsx'
import { paginationMessages } from '#web/ui/layout/messages.ko.ts'
import { pageCount } from '#web/ui/layout/page-numbers.ts'

const { studio_members: calls } = endpoints
type Listed<R> = { count: number; results: R[] }

/** A page of rows in its loading, empty, error and loaded states. */
function List<R>({
  label,
  columns,
  keyOf,
  id,
  name,
  read,
}: {
  label: string
  columns: readonly Column<R>[]
  keyOf: (row: R) => string | number
  id: number
  /** The name of the list in the query key. */
  name: string
  read: (page: { limit: number; offset: number }) => Promise<Listed<R>>
}) {
  const [page, setPage] = useState(1)
  const query = { limit: pageSize, offset: (page - 1) * pageSize }
  const list = useQuery({
    queryKey: studioKeys.member(id, name, query),
    queryFn: () => read(query),
    placeholderData: keepPreviousData,
    // Amounts are never shown from the cache.
    staleTime: 0,
  })
  if (list.isPending) return <TableSkeleton />
  if (list.isError)
    return <ErrorState isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
  if (list.data.count === 0) return <EmptyState icon="document" title={messages.nothing} />
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={list.data.results}
        keyOf={keyOf}
        busy={list.isPlaceholderData}
      />
      <OffsetPager page={page} count={list.data.count} onPage={setPage} />
    </>
  )
}

const renderTime = (instant: string) => (
  <time dateTime={instant} className="whitespace-nowrap tabular-nums">
    {formatDateTime(instant)}
  </time>
)

export function Orders({ id, refunds }: { id: number; refunds: boolean }) {
  const columns: readonly Column<MemberOrder>[] = [
    { key: 'at', title: messages.time, cell: ({ created_at }) => renderTime(created_at) },
    {
      key: 'item',
      title: messages.item,
      className: 'md:w-full',
      cell: ({ title, order_id, failure }) => (
        <>
          <span className="font-semibold break-keep wrap-anywhere">{title}</span>
          <span className="block font-mono text-xs break-all text-foreground-subtle select-all">
            {order_id}
          </span>
          {failure && <span className="block text-xs text-danger">{failure}</span>}
        </>
      ),
    },
    {
      key: 'state',
      title: messages.state,
      className: 'whitespace-nowrap',
      cell: ({ status, payment_method }) => (
        <>
          <Badge tone={status === 'paid' ? 'success' : 'neutral'}>
            {messages.order_states[status]}
          </Badge>
          <span className="ml-2 text-xs text-foreground-subtle">
            {messages.methods[payment_method]}
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      title: messages.amount,
      numeric: true,
      className: 'whitespace-nowrap',
      cell: (order) => {
        const formatAmount = order.payment_method === 'card' ? formatWon : formatPoints
        return (
          <>
            {formatAmount(order.amount)}
            {order.cancelled_amount > 0 && (
              <span className="block text-xs text-foreground-subtle">
                {messages.refund} −{formatAmount(order.cancelled_amount)}
              </span>
            )}
          </>
        )
      },
    },
    {
      key: 'action',
      title: messages.action,
      className: 'whitespace-nowrap md:text-right md:align-middle',
      cell: (order) =>
        refunds && order.refund_preview.is_refundable ? (
          <Button
            variant="outline"
            className="-my-3 px-4 text-sm"
            aria-label={messages.refund_of(order.title)}
            onClick={() => void openStaffRefundDialog(id, order)}
          >
            {messages.refund}
          </Button>
        ) : (
          <span className="text-xs text-foreground-subtle">
            {order.refund_preview.ineligibility_reason &&
              refundBlockedReasons[order.refund_preview.ineligibility_reason]}
          </span>
        ),
    },
  ]
  return (
    <List<MemberOrder>
      label={messages.parts.orders}
      columns={columns}
      keyOf={({ order_id }) => order_id}
      id={id}
      name="listOrders"
      read={(query) => call(calls.listOrders, { params: { id }, query })}
    />
  )
}

const purchaseColumns: readonly Column<Purchase>[] = [
  { key: 'at', title: messages.time, cell: ({ purchased_at }) => renderTime(purchased_at) },
  {
    key: 'item',
    title: messages.item,
    className: 'md:w-full',
    cell: ({ episode }) => (
      <span className="font-semibold">
        {episode.series.title} {episode.title !== episode.series.title && episode.title}
      </span>
    ),
  },
  {
    key: 'kind',
    title: messages.kind,
    className: 'whitespace-nowrap',
    cell: ({ ownership_type_id, expires_at }) => (
      <>
        {ownership_type_id === ownershipTypes.owned ? messages.owned : messages.rented}
        {expires_at && (
          <span className="block text-xs text-foreground-subtle">
            {messages.until(formatDateTime(expires_at))}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: ({ state }) => (
      <Badge tone={state === 'active' ? 'success' : 'neutral'}>
        {messages.purchase_states[state]}
      </Badge>
    ),
  },
]

export const Purchases = ({ id }: { id: number }) => (
  <List<Purchase>
    label={messages.parts.purchases}
    columns={purchaseColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listPurchases"
    read={(query) => call(calls.listPurchases, { params: { id }, query })}
  />
)

const moneyColumns: readonly Column<LedgerHistoryEntry>[] = [
  { key: 'at', title: messages.time, cell: ({ transaction_date }) => renderTime(transaction_date) },
  {
    key: 'kind',
    title: messages.kind,
    className: 'whitespace-nowrap',
    cell: ({ kind }) => messages.kinds[kind],
  },
  {
    key: 'item',
    title: messages.item,
    className: 'md:w-full',
    cell: ({ title }) => <span className="font-semibold">{title}</span>,
  },
  {
    key: 'amount',
    title: messages.amount,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ amount, event_point, paid_point }) => (
      <>
        {amount !== 0 && (
          <span className="block">
            {amount < 0 && '−'}
            {formatWon(Math.abs(amount))}
          </span>
        )}
        {pointsOf({ event_point, paid_point })}
      </>
    ),
  },
  {
    key: 'balance',
    title: messages.balance,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ event_balance, paid_balance }) => (
      <span className="text-foreground-subtle">
        {messages.event} {formatPoints(event_balance)} · {messages.paid}{' '}
        {formatPoints(paid_balance)}
      </span>
    ),
  },
]

export const PaymentTable = ({ id }: { id: number }) => (
  <List<LedgerHistoryEntry>
    label={messages.parts.money}
    columns={moneyColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listMoney"
    read={(query) => call(calls.listLedgerEntries, { params: { id }, query })}
  />
)

const refundColumns: readonly Column<Refund>[] = [
  { key: 'at', title: messages.time, cell: ({ requested_at }) => renderTime(requested_at) },
  {
    key: 'item',
    title: messages.item,
    className: 'md:w-full',
    cell: ({ title }) => <span className="font-semibold">{title}</span>,
  },
  {
    key: 'kind',
    title: messages.kind,
    className: 'whitespace-nowrap',
    cell: ({ reason }) => messages.refund_reasons[reason],
  },
  {
    key: 'amount',
    title: messages.amount,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: refundDestinationLabel,
  },
  {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: ({ status }) => (
      <Badge tone={status === 'succeeded' ? 'success' : 'neutral'}>
        {messages.refund_states[status]}
      </Badge>
    ),
  },
]

export const Refunds = ({ id }: { id: number }) => (
  <List<Refund>
    label={messages.parts.refunds}
    columns={refundColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listRefunds"
    read={(query) => call(calls.listRefunds, { params: { id }, query })}
  />
)

const inquiryColumns: readonly Column<MemberInquiry>[] = [
  { key: 'at', title: messages.time, cell: ({ created_at }) => renderTime(created_at) },
  {
    key: 'item',
    title: messages.item,
    className: 'md:w-full',
    cell: ({ id, title, is_answered }) => (
      <Link
        to={`${studioInquiriesPath}?state=${is_answered ? 'answered' : 'open'}&id=${id}`}
        className="-my-2 inline-flex min-h-11 items-center font-semibold hover:text-accent-bright"
      >
        {title}
      </Link>
    ),
  },
  {
    key: 'kind',
    title: messages.kind,
    className: 'whitespace-nowrap',
    cell: ({ subject_name }) => subject_name,
  },
  {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: ({ is_answered }) => (
      <Badge tone={is_answered ? 'success' : 'neutral'}>
        {is_answered ? messages.answered : messages.open}
      </Badge>
    ),
  },
]

export const Inquiries = ({ id }: { id: number }) => (
  <List<MemberInquiry>
    label={messages.parts.inquiries}
    columns={inquiryColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listInquiries"
    read={(query) => call(calls.listInquiries, { params: { id }, query })}
  />
)

/** Previous and next buttons of a list that has no address. */
export function OffsetPager({
  page,
  count,
  onPage,
}: {
  page: number
  count: number
  onPage: (page: number) => void
}) {
  const pages = pageCount(count, pageSize)
  if (pages <= 1) return null
  return (
    <nav
      aria-label={paginationMessages.pages}
      className="mt-3 flex items-center justify-center gap-3"
    >
      <IconButton
        icon="chevron_left"
        label={paginationMessages.previous_page}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="text-sm text-foreground-muted tabular-nums">
        {page} / {pages}
      </span>
      <IconButton
        icon="chevron_right"
        label={paginationMessages.next_page}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
