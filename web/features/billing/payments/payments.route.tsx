import { paymentsMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentsPath, refundsPath } from '#web/routing/account-paths.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/payments.route.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { paymentHistoryQuery } from '#web/features/billing/queries.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { groupByMonth, PaymentItem, PaymentListSkeleton } from './payment-item.tsx'
import { RefundList } from './refund-list.tsx'
import { PendingPayments, usePendingOrders } from './pending-payments.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = paymentsMessages
  return pageMeta(matches, { title, description, path: paymentsPath, noindex: true })
}

export const handle: MypagePageHandle = {
  title: paymentsMessages.title,
  Skeleton: PaymentsSkeleton,
}

export default function Payments() {
  return <PaymentsPage />
}

/** Payment history and refunds (D-57). */
function PaymentsPage() {
  const [query] = useSearchParams()
  const showsRefunds = query.get('kind') === 'refund'
  return (
    <>
      <NavTabs
        label={paymentsMessages.tabs}
        tabs={[
          { key: 'all', to: paymentsPath, title: paymentsMessages.all, selected: !showsRefunds },
          {
            key: 'refund',
            to: refundsPath,
            title: paymentsMessages.refunds,
            selected: showsRefunds,
          },
        ]}
      />
      {showsRefunds ? <RefundList /> : <PaymentHistory />}
    </>
  )
}

function PaymentHistory() {
  const history = useInfiniteQuery(paymentHistoryQuery)
  const pending = usePendingOrders()
  return (
    <>
      {pending.length > 0 && <PendingPayments orders={pending} />}
      <InfiniteList
        list={history}
        skeleton={<PaymentListSkeleton />}
        empty={
          pending.length === 0 && (
            <EmptyState
              icon="document"
              title={paymentsMessages.empty}
              actions={
                <ButtonLink to={categoriesPath} variant="primary" icon="grid">
                  {paymentsMessages.browse}
                </ButtonLink>
              }
            >
              {paymentsMessages.empty_detail}
            </EmptyState>
          )
        }
      >
        {(rows) =>
          groupByMonth(rows).map(({ month, rows: entries }) => {
            const [year = '', number = ''] = month.split('.')
            const name = paymentsMessages.month(year, number)
            return (
              <section key={month} aria-label={name} className="mt-7 first-of-type:mt-5">
                <h2 className="text-base font-bold text-foreground-muted">{name}</h2>
                <ul className="divide-y divide-border">
                  {entries.map((entry) => (
                    <li key={entry.id}>
                      <PaymentItem entry={entry} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })
        }
      </InfiniteList>
    </>
  )
}

function PaymentsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-12 items-center gap-6 border-b border-border">
        <div className="shimmer h-4 w-16 rounded-sm" />
        <div className="shimmer h-4 w-16 rounded-sm" />
      </div>
      <PaymentListSkeleton />
    </div>
  )
}
