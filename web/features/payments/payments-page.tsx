import { paymentsCopy } from '#web/copy/payments.ts'
import { categoriesPath, paymentsPath, refundsPath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EndlessList } from '#web/ui/endless-list.tsx'
import { EmptyState } from '#web/ui/notice.tsx'
import { LinkTabs } from '#web/ui/tabs.tsx'
import { moneyHistoryQuery } from '#web/data/money.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { byMonth } from './by-month.ts'
import { HistoryLine } from './history-line.tsx'
import { LinesSkeleton } from './lines-skeleton.tsx'
import { RefundList } from './refund-list.tsx'
import { UnsettledList, useUnsettled } from './unsettled-list.tsx'

/** Everything that moved money or points, and what was paid back (D-57). */
export function PaymentsPage() {
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
export function PaymentsSkeleton() {
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
