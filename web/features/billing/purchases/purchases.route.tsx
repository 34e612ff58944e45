import { purchasesMessages } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { MypageLayout } from '#web/app/layouts/mypage-layout.tsx'
import { openRefundDialog } from './refund-dialog.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { purchasesPath, categoriesPath, paymentsPath, rentalsPath } from '#web/routing/paths.ts'
import { episodeFullTitle } from '#web/features/catalog/cards/episode-card.tsx'
import type { Route } from './+types/purchases.route.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Purchase } from '#contract/transactions/transactions.ts'
import { purchasesQuery } from '#web/features/billing/queries.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { PurchaseItem } from './purchase-item.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = purchasesMessages
  return pageMeta(matches, { title, description, path: purchasesPath, hidden: true })
}

export default function Purchased() {
  return (
    <MypageLayout title={purchasesMessages.title}>
      <RequireMember skeleton={<PurchasesSkeleton />}>
        {() => (
          <MemberQueryProvider>
            <PurchasesPage
              refund={({ episode, refundable, order_id }) =>
                openRefundDialog({
                  kind: 'episode',
                  title: episodeFullTitle(episode),
                  refundable,
                  // Not by the episode: who rented it and then bought it means one of the two.
                  order_id,
                })
              }
            />
          </MemberQueryProvider>
        )}
      </RequireMember>
    </MypageLayout>
  )
}

/** What the member has for good and what for a time, newest first. `refund` asks whether to pay one back, and does. */
function PurchasesPage({ refund }: { refund: (purchase: Purchase) => Promise<unknown> }) {
  const [query] = useSearchParams()
  const top = useRef<HTMLDivElement>(null)
  const kind = query.get('kind') === 'rental' ? 'rental' : 'owned'
  const list = useInfiniteQuery({
    ...purchasesQuery(ownershipTypes[kind]),
    // What is on its way back is looked at until it is there.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.results.some((one) => one.state === 'refunding'))
        ? 3_000
        : false,
  })
  async function payBack(purchase: Purchase) {
    // The button that had the focus goes with what was paid back.
    if (await refund(purchase)) top.current?.focus()
  }
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <NavTabs
        label={purchasesMessages.kinds}
        tabs={[
          {
            ...{ key: 'owned', to: purchasesPath, title: purchasesMessages.owned },
            selected: kind === 'owned',
          },
          {
            ...{ key: 'rental', to: rentalsPath, title: purchasesMessages.rented },
            selected: kind === 'rental',
          },
        ]}
      />
      <InfiniteList list={list} skeleton={<LinesSkeleton />} empty={<Nothing kind={kind} />}>
        {(purchases, now) => (
          <ul className="mt-2 divide-y divide-border">
            {purchases.map((purchase) => (
              <li key={purchase.id}>
                <PurchaseItem
                  purchase={purchase}
                  now={now}
                  onRefund={() => void payBack(purchase)}
                />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </div>
  )
}

function Nothing({ kind }: { kind: 'owned' | 'rental' }) {
  const words = kind === 'owned' ? 'empty_owned' : 'empty_rented'
  return (
    <EmptyState
      icon="reel"
      title={purchasesMessages[words]}
      actions={
        <>
          <ButtonLink to={categoriesPath} look="primary" icon="grid">
            {purchasesMessages.find}
          </ButtonLink>
          <ButtonLink to={paymentsPath}>{purchasesMessages.payments}</ButtonLink>
        </>
      }
    >
      {purchasesMessages[`${words}_detail`]}
    </EmptyState>
  )
}

/** The shape of the page while nobody knows yet what is in it. */
function PurchasesSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-12 items-center gap-6 border-b border-border">
        <div className="shimmer h-4 w-9 rounded-sm" />
        <div className="shimmer h-4 w-9 rounded-sm" />
      </div>
      <LinesSkeleton />
    </div>
  )
}

function LinesSkeleton() {
  return (
    <div aria-hidden="true" className="mt-2 divide-y divide-border">
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className="flex gap-3.5 py-4 md:gap-6 md:py-5">
          <div className="shimmer aspect-video w-34 shrink-0 self-start rounded-md md:w-52" />
          <div className="grow pt-1">
            <div className="shimmer h-4 w-2/5 rounded-sm" />
            <div className="shimmer mt-3 h-3 w-3/5 rounded-sm" />
            <div className="shimmer mt-3 h-3 w-1/3 rounded-sm" />
          </div>
        </div>
      ))}
    </div>
  )
}
