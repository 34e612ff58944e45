import { paymentsCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { MypageFrame } from '#web/app/layouts/mypage-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { paymentsPath, categoriesPath, refundsPath } from '#web/routing/paths.ts'
import type { Route } from './+types/payments.route.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EndlessList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkTabs } from '#web/ui/layout/nav-tabs.tsx'
import { moneyHistoryQuery } from '#web/features/billing/queries.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { byMonth, HistoryLine, LinesSkeleton } from './payment-item.tsx'
import { RefundList } from './refund-list.tsx'
import { UnsettledList, useUnsettled } from './pending-payments.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = paymentsCopy
  return pageMeta(matches, { title, description, path: paymentsPath, hidden: true })
}

export default function Payments() {
  return (
    <MypageFrame title={paymentsCopy.title}>
      <MemberOnly skeleton={<PaymentsSkeleton />}>
        {() => (
          <Queries>
            <PaymentsPage />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}

/** Everything that moved money or points, and what was paid back (D-57). */
function PaymentsPage() {
  const [query] = useSearchParams()
  const refunds = query.get('kind') === 'refund'
  return (
    <>
      <LinkTabs
        label={paymentsCopy.tabs}
        tabs={[
          { key: 'all', to: paymentsPath, title: paymentsCopy.all, selected: !refunds },
          { key: 'refund', to: refundsPath, title: paymentsCopy.refunds, selected: refunds },
        ]}
      />
      {refunds ? <RefundList /> : <Everything />}
    </>
  )
}

function Everything() {
  const history = useInfiniteQuery(moneyHistoryQuery)
  const unsettled = useUnsettled()
  return (
    <>
      {unsettled.length > 0 && <UnsettledList orders={unsettled} />}
      <EndlessList
        list={history}
        skeleton={<LinesSkeleton />}
        empty={
          unsettled.length === 0 && (
            <EmptyState
              icon="paper"
              title={paymentsCopy.empty}
              actions={
                <ButtonLink to={categoriesPath} look="primary" icon="grid">
                  {paymentsCopy.find}
                </ButtonLink>
              }
            >
              {paymentsCopy.empty_detail}
            </EmptyState>
          )
        }
      >
        {(rows) =>
          byMonth(rows).map(({ month, rows: lines }) => {
            const [year = '', number = ''] = month.split('.')
            const name = paymentsCopy.month(year, number)
            return (
              <section key={month} aria-label={name} className="mt-7 first-of-type:mt-5">
                <h2 className="text-base font-bold text-paper-2">{name}</h2>
                <ul className="divide-y divide-line">
                  {lines.map((line) => (
                    <li key={line.id}>
                      <HistoryLine line={line} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })
        }
      </EndlessList>
    </>
  )
}

/** The shape of the page while nobody knows yet what is in it. */
function PaymentsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-12 items-center gap-6 border-b border-line">
        <div className="shimmer h-4 w-16 rounded-sm" />
        <div className="shimmer h-4 w-16 rounded-sm" />
      </div>
      <LinesSkeleton />
    </div>
  )
}
