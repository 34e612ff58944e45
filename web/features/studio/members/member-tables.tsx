import { endpoints } from '#contract/index.ts'
import type { MemberInquiry, MemberOrder } from '#contract/studio/members.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { LedgerHistoryEntry, Purchase, Refund } from '#contract/transactions/transactions.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { refundDestinationLabel, pointsOf, studioMembersMessages as words } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioInquiriesPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, IconButton } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { memberKey, pageSize } from './queries.ts'
import { openStaffRefundDialog } from './refund-dialog.tsx'
import { controlMessages } from '#web/ui/messages.ko.ts'
import { pageCount } from '#web/ui/layout/page-numbers.ts'

const { studio_members: calls } = endpoints
type Listed<R> = { count: number; results: R[] }

/** A page of rows, in each of its states. */
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
  /** What is listed, among what hangs on the member. */
  name: string
  read: (page: { limit: number; offset: number }) => Promise<Listed<R>>
}) {
  const [page, setPage] = useState(1)
  const query = { limit: pageSize, offset: (page - 1) * pageSize }
  const list = useQuery({
    queryKey: [...memberKey(id), name, query],
    queryFn: () => read(query),
    placeholderData: keepPreviousData,
    // Money is never shown from before.
    staleTime: 0,
  })
  if (list.isPending) return <TableSkeleton />
  if (list.isError) return <ErrorState busy={list.isFetching} onRetry={() => void list.refetch()} />
  if (list.data.count === 0) return <EmptyState icon="paper" title={words.nothing} />
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

const current_time = (at: string) => (
  <time dateTime={at} className="whitespace-nowrap tabular-nums">
    {formatDateTime(at)}
  </time>
)

export function Orders({ id, refunds }: { id: number; refunds: boolean }) {
  const columns: readonly Column<MemberOrder>[] = [
    { key: 'at', title: words.at, cell: ({ created_at }) => current_time(created_at) },
    {
      key: 'item',
      title: words.item,
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
      title: words.state,
      className: 'whitespace-nowrap',
      cell: ({ status, payment_method }) => (
        <>
          <Badge tone={status === 'paid' ? 'good' : 'plain'}>{words.order_states[status]}</Badge>
          <span className="ml-2 text-xs text-foreground-subtle">
            {words.methods[payment_method]}
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      title: words.amount,
      numeric: true,
      className: 'whitespace-nowrap',
      cell: (order) => {
        const shown = order.payment_method === 'card' ? formatWon : formatPoints
        return (
          <>
            {shown(order.amount)}
            {order.cancelled_amount > 0 && (
              <span className="block text-xs text-foreground-subtle">
                {words.refund} −{shown(order.cancelled_amount)}
              </span>
            )}
          </>
        )
      },
    },
    {
      key: 'action',
      title: words.action,
      className: 'whitespace-nowrap md:text-right md:align-middle',
      cell: (order) =>
        refunds && order.refund_preview.is_refundable ? (
          <Button
            look="outline"
            className="-my-3 px-4 text-sm"
            aria-label={words.refund_of(order.title)}
            onClick={() => void openStaffRefundDialog(id, order)}
          >
            {words.refund}
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
      label={words.parts.orders}
      columns={columns}
      keyOf={({ order_id }) => order_id}
      id={id}
      name="listOrders"
      read={(query) => call(calls.listOrders, { params: { id }, query })}
    />
  )
}

const purchaseColumns: readonly Column<Purchase>[] = [
  { key: 'at', title: words.at, cell: ({ purchased_at }) => current_time(purchased_at) },
  {
    key: 'item',
    title: words.item,
    className: 'md:w-full',
    cell: ({ episode }) => (
      <span className="font-semibold">
        {episode.series.title} {episode.title !== episode.series.title && episode.title}
      </span>
    ),
  },
  {
    key: 'kind',
    title: words.kind,
    className: 'whitespace-nowrap',
    cell: ({ ownership_type_id, expires_at }) => (
      <>
        {ownership_type_id === ownershipTypes.owned ? words.owned : words.rented}
        {expires_at && (
          <span className="block text-xs text-foreground-subtle">
            {words.until(formatDateTime(expires_at))}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'state',
    title: words.state,
    className: 'whitespace-nowrap',
    cell: ({ state }) => (
      <Badge tone={state === 'active' ? 'good' : 'plain'}>{words.purchase_states[state]}</Badge>
    ),
  },
]

export const Purchases = ({ id }: { id: number }) => (
  <List<Purchase>
    label={words.parts.purchases}
    columns={purchaseColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listPurchases"
    read={(query) => call(calls.listPurchases, { params: { id }, query })}
  />
)

const moneyColumns: readonly Column<LedgerHistoryEntry>[] = [
  { key: 'at', title: words.at, cell: ({ transaction_date }) => current_time(transaction_date) },
  {
    key: 'kind',
    title: words.kind,
    className: 'whitespace-nowrap',
    cell: ({ kind }) => words.kinds[kind],
  },
  {
    key: 'item',
    title: words.item,
    className: 'md:w-full',
    cell: ({ title }) => <span className="font-semibold">{title}</span>,
  },
  {
    key: 'amount',
    title: words.amount,
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
    title: words.balance,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: ({ event_balance, paid_balance }) => (
      <span className="text-foreground-subtle">
        {words.event} {formatPoints(event_balance)} · {words.paid} {formatPoints(paid_balance)}
      </span>
    ),
  },
]

export const PaymentTable = ({ id }: { id: number }) => (
  <List<LedgerHistoryEntry>
    label={words.parts.money}
    columns={moneyColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listMoney"
    read={(query) => call(calls.listLedgerEntries, { params: { id }, query })}
  />
)

const refundColumns: readonly Column<Refund>[] = [
  { key: 'at', title: words.at, cell: ({ requested_at }) => current_time(requested_at) },
  {
    key: 'item',
    title: words.item,
    className: 'md:w-full',
    cell: ({ title }) => <span className="font-semibold">{title}</span>,
  },
  {
    key: 'kind',
    title: words.kind,
    className: 'whitespace-nowrap',
    cell: ({ reason }) => words.refund_reasons[reason],
  },
  {
    key: 'amount',
    title: words.amount,
    numeric: true,
    className: 'whitespace-nowrap',
    cell: refundDestinationLabel,
  },
  {
    key: 'state',
    title: words.state,
    className: 'whitespace-nowrap',
    cell: ({ status }) => (
      <Badge tone={status === 'succeeded' ? 'good' : 'plain'}>{words.refund_states[status]}</Badge>
    ),
  },
]

export const Refunds = ({ id }: { id: number }) => (
  <List<Refund>
    label={words.parts.refunds}
    columns={refundColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listRefunds"
    read={(query) => call(calls.listRefunds, { params: { id }, query })}
  />
)

const inquiryColumns: readonly Column<MemberInquiry>[] = [
  { key: 'at', title: words.at, cell: ({ created_at }) => current_time(created_at) },
  {
    key: 'item',
    title: words.item,
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
    title: words.kind,
    className: 'whitespace-nowrap',
    cell: ({ subject_name }) => subject_name,
  },
  {
    key: 'state',
    title: words.state,
    className: 'whitespace-nowrap',
    cell: ({ is_answered }) => (
      <Badge tone={is_answered ? 'good' : 'plain'}>
        {is_answered ? words.answered : words.open}
      </Badge>
    ),
  },
]

export const Inquiries = ({ id }: { id: number }) => (
  <List<MemberInquiry>
    label={words.parts.inquiries}
    columns={inquiryColumns}
    keyOf={(row) => row.id}
    id={id}
    name="listInquiries"
    read={(query) => call(calls.listInquiries, { params: { id }, query })}
  />
)

/** The page before and the page after, of a list that has no address. */
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
    <nav aria-label={controlMessages.pages} className="mt-3 flex items-center justify-center gap-3">
      <IconButton
        icon="left"
        label={controlMessages.previous_page}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="text-sm text-foreground-muted tabular-nums">
        {page} / {pages}
      </span>
      <IconButton
        icon="right"
        label={controlMessages.next_page}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
