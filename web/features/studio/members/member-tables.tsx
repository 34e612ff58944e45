import { studioAccess, type StaffAccess } from '#contract/core/staff-roles.ts'
import type { ObjectSchema } from '#contract/core/endpoint.ts'
import { type MemberInquiry, studio_support } from '#contract/customer-services/staff.ts'
import type { MemberDetail, MemberDevice } from '#contract/accounts/staff/members.ts'
import { type MemberOrder, studio_payments } from '#contract/transactions/staff/payments.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { LedgerHistoryEntry, Purchase, Refund } from '#contract/transactions/transactions.ts'
import { refundBlockedReasons } from '#web/features/billing/purchases/messages.ko.ts'
import { type Column, DataTable } from '#web/features/studio/list/data-table.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import type { RowOf } from '#web/features/studio/list/list-address.ts'
import { useList } from '#web/features/studio/list/use-list.ts'
import { formatDateTime, formatPoints, formatWon } from '#web/lib/format.ts'
import { studioInquiriesPath, studioMemberPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { MemberDisclosures } from './disclosure-part.tsx'
import { MemberAccount } from './member-account.tsx'
import { openSignOutDialog, openStaffRefundDialog } from './member-dialogs.tsx'
import {
  refundDestinationLabel,
  pointsOf,
  studioMembersMessages as messages,
} from './messages.ko.ts'

type MemberCall =
  | Extract<(typeof studio_payments)[keyof typeof studio_payments], { query: ObjectSchema }>
  | typeof studio_support.listMemberInquiries

/** The rows of a part of the member's page. */
function MemberList<E extends MemberCall>({
  part,
  id,
  endpoint,
  columns,
  keyOf,
}: {
  part: keyof typeof messages.parts
  id: number
  endpoint: E
  columns: readonly Column<RowOf<E>>[]
  keyOf: (row: RowOf<E>) => string | number
}) {
  const list = useList({
    endpoint,
    params: { id },
    path: `${studioMemberPath(id)}?part=${part}`,
    queryKey: (page) => studioKeys.member(id, part, page),
    // Amounts are never shown from the cache.
    staleTime: 0,
  })
  return (
    <ListTable
      list={list}
      label={messages.parts[part]}
      columns={columns}
      keyOf={keyOf}
      empty={{ icon: 'document', title: messages.nothing }}
    />
  )
}

const renderTime = (instant: string) => (
  <time dateTime={instant} className="whitespace-nowrap tabular-nums">
    {formatDateTime(instant)}
  </time>
)

/** The classes of a column, by the name of its heading. */
const columnClasses = {
  time: '',
  item: 'md:w-full',
  kind: 'whitespace-nowrap',
  state: 'whitespace-nowrap',
  amount: 'whitespace-nowrap',
  balance: 'whitespace-nowrap',
  device: 'md:w-full',
  seen: 'whitespace-nowrap tabular-nums',
  signed_in: 'whitespace-nowrap tabular-nums',
  action: 'whitespace-nowrap md:text-right md:align-middle',
} as const

/** A column with the heading and the classes of its name; amounts are numeric. */
const column = <R,>(key: keyof typeof columnClasses, cell: (row: R) => ReactNode): Column<R> => ({
  key,
  title: messages[key],
  className: columnClasses[key],
  cell,
  numeric: key === 'amount' || key === 'balance',
})

type PartProps = {
  member: MemberDetail
  /** Whether staff may refund its orders. */
  canRefund: boolean
}

function Orders({ member: { id }, canRefund }: PartProps) {
  const columns: readonly Column<MemberOrder>[] = [
    column('time', ({ created_at }) => renderTime(created_at)),
    column('item', ({ title, order_id, failure }) => (
      <>
        <span className="font-semibold break-keep wrap-anywhere">{title}</span>
        <span className="block font-mono text-xs break-all text-foreground-subtle select-all">
          {order_id}
        </span>
        {failure && <span className="block text-xs text-danger">{failure}</span>}
      </>
    )),
    column('state', ({ status, payment_method }) => (
      <>
        <Badge tone={status === 'paid' ? 'success' : 'neutral'}>
          {messages.order_states[status]}
        </Badge>
        <span className="ml-2 text-xs text-foreground-subtle">
          {messages.methods[payment_method]}
        </span>
      </>
    )),
    column('amount', (order) => {
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
    }),
    column('action', (order) =>
      canRefund && order.refund_preview.is_refundable ? (
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
    ),
  ]
  return (
    <MemberList
      part="orders"
      columns={columns}
      keyOf={({ order_id }) => order_id}
      id={id}
      endpoint={studio_payments.listOrders}
    />
  )
}

const purchaseColumns: readonly Column<Purchase>[] = [
  column('time', ({ purchased_at }) => renderTime(purchased_at)),
  column('item', ({ episode }) => (
    <span className="font-semibold">
      {episode.series.title} {episode.title !== episode.series.title && episode.title}
    </span>
  )),
  column('kind', ({ ownership_type_id, expires_at }) => (
    <>
      {ownership_type_id === ownershipTypes.owned ? messages.owned : messages.rented}
      {expires_at && (
        <span className="block text-xs text-foreground-subtle">
          {messages.until(formatDateTime(expires_at))}
        </span>
      )}
    </>
  )),
  column('state', ({ state }) => (
    <Badge tone={state === 'active' ? 'success' : 'neutral'}>
      {messages.purchase_states[state]}
    </Badge>
  )),
]

const Purchases = ({ member: { id } }: PartProps) => (
  <MemberList
    part="purchases"
    columns={purchaseColumns}
    keyOf={(row) => row.id}
    id={id}
    endpoint={studio_payments.listPurchases}
  />
)

const moneyColumns: readonly Column<LedgerHistoryEntry>[] = [
  column('time', ({ transaction_date }) => renderTime(transaction_date)),
  column('kind', ({ kind }) => messages.kinds[kind]),
  column('item', ({ title }) => <span className="font-semibold">{title}</span>),
  column('amount', ({ amount, event_point, paid_point }) => (
    <>
      {amount !== 0 && (
        <span className="block">
          {amount < 0 && '−'}
          {formatWon(Math.abs(amount))}
        </span>
      )}
      {pointsOf({ event_point, paid_point })}
    </>
  )),
  column('balance', ({ event_balance, paid_balance }) => (
    <span className="text-foreground-subtle">
      {messages.event} {formatPoints(event_balance)} · {messages.paid} {formatPoints(paid_balance)}
    </span>
  )),
]

const PaymentTable = ({ member: { id } }: PartProps) => (
  <MemberList
    part="money"
    columns={moneyColumns}
    keyOf={(row) => row.id}
    id={id}
    endpoint={studio_payments.listLedgerEntries}
  />
)

const refundColumns: readonly Column<Refund>[] = [
  column('time', ({ requested_at }) => renderTime(requested_at)),
  column('item', ({ title }) => <span className="font-semibold">{title}</span>),
  column('kind', ({ reason }) => messages.refund_reasons[reason]),
  column('amount', refundDestinationLabel),
  column('state', ({ status }) => (
    <Badge tone={status === 'succeeded' ? 'success' : 'neutral'}>
      {messages.refund_states[status]}
    </Badge>
  )),
]

const Refunds = ({ member: { id } }: PartProps) => (
  <MemberList
    part="refunds"
    columns={refundColumns}
    keyOf={(row) => row.id}
    id={id}
    endpoint={studio_payments.listRefunds}
  />
)

const inquiryColumns: readonly Column<MemberInquiry>[] = [
  column('time', ({ created_at }) => renderTime(created_at)),
  column('item', ({ id, title, is_answered }) => (
    <Link
      to={`${studioInquiriesPath}?state=${is_answered ? 'answered' : 'open'}&id=${id}`}
      className="-my-2 inline-flex min-h-11 items-center font-semibold hover:text-accent-bright"
    >
      {title}
    </Link>
  )),
  column('kind', ({ subject_name }) => subject_name),
  column('state', ({ is_answered }) => (
    <Badge tone={is_answered ? 'success' : 'neutral'}>
      {is_answered ? messages.answered : messages.open}
    </Badge>
  )),
]

const Inquiries = ({ member: { id } }: PartProps) => (
  <MemberList
    part="inquiries"
    columns={inquiryColumns}
    keyOf={(row) => row.id}
    id={id}
    endpoint={studio_support.listMemberInquiries}
  />
)

/** The member's logged-in devices; logs out one of them or all. */
function MemberDevices({ member: { id, devices } }: PartProps) {
  const maySignOut = useStaffAccess(studioAccess.member_devices)
  if (devices.length === 0) return <EmptyState icon="phone_device" title={messages.nothing} />
  const columns: readonly Column<MemberDevice>[] = [
    column('device', ({ device }) => (
      <span className="font-semibold">{device || messages.unknown_device}</span>
    )),
    column('seen', ({ last_seen_at }) => renderTime(last_seen_at)),
    column('signed_in', ({ signed_in_at }) => renderTime(signed_in_at)),
    column('action', (device) => (
      <Button
        variant="outline"
        className="-my-3 px-4 text-sm"
        onClick={() => void openSignOutDialog(id, device.id)}
      >
        {messages.sign_out}
      </Button>
    )),
  ]
  return (
    <>
      <DataTable
        label={messages.parts.devices}
        columns={maySignOut ? columns : columns.filter(({ key }) => key !== 'action')}
        rows={devices}
        keyOf={(device) => device.id}
      />
      {maySignOut && (
        <div className="mt-4 flex justify-end">
          <Button variant="danger" onClick={() => void openSignOutDialog(id, null)}>
            {messages.sign_out_all}
          </Button>
        </div>
      )}
    </>
  )
}

type MemberPart = {
  key: keyof typeof messages.parts
  access?: StaffAccess
  Part: ComponentType<PartProps>
}

/** The parts of the member's page, in the order of their tabs. */
export const memberParts: readonly [MemberPart, ...MemberPart[]] = [
  { key: 'orders', Part: Orders },
  { key: 'purchases', Part: Purchases },
  { key: 'money', Part: PaymentTable },
  { key: 'refunds', Part: Refunds },
  { key: 'inquiries', access: studioAccess.support, Part: Inquiries },
  { key: 'devices', Part: MemberDevices },
  { key: 'account', access: studioAccess.member_accounts, Part: MemberAccount },
  { key: 'disclosures', access: studioAccess.member_accounts, Part: MemberDisclosures },
]
