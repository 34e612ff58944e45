import { purchasesCopy } from './messages.ko.ts'
import { MemberOnly } from '#web/session/require-member.tsx'
import { Queries } from '#web/session/member-query-client.tsx'
import { MypageFrame } from '#web/app/layouts/mypage-layout.tsx'
import { openRefund } from './refund-dialog.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { purchasedPath, categoriesPath, paymentsPath, rentedPath } from '#web/routing/paths.ts'
import { nameOf } from '#web/features/catalog/cards/episode-card.tsx'
import type { Route } from './+types/purchases.route.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Purchase } from '#contract/transactions/transactions.ts'
import { purchasesQuery } from '#web/features/billing/queries.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EndlessList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { PurchaseLine } from './purchase-item.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = purchasesCopy
  return pageMeta(matches, { title, description, path: purchasedPath, hidden: true })
}

export default function Purchased() {
  return (
    <MypageFrame title={purchasesCopy.title}>
      <MemberOnly skeleton={<PurchasesSkeleton />}>
        {() => (
          <Queries>
            <PurchasesPage
              refund={({ episode, refundable, order_id }) =>
                openRefund({
                  kind: 'episode',
                  title: nameOf(episode),
                  refundable,
                  // Not by the episode: who rented it and then bought it means one of the two.
                  order_id,
                })
              }
            />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
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
      <LinkTabs
        label={purchasesCopy.kinds}
        tabs={[
          {
            ...{ key: 'owned', to: purchasedPath, title: purchasesCopy.owned },
            selected: kind === 'owned',
          },
          {
            ...{ key: 'rental', to: rentedPath, title: purchasesCopy.rented },
            selected: kind === 'rental',
          },
        ]}
      />
      <EndlessList list={list} skeleton={<LinesSkeleton />} empty={<Nothing kind={kind} />}>
        {(purchases, now) => (
          <ul className="mt-2 divide-y divide-line">
            {purchases.map((purchase) => (
              <li key={purchase.id}>
                <PurchaseLine
                  purchase={purchase}
                  now={now}
                  onRefund={() => void payBack(purchase)}
                />
              </li>
            ))}
          </ul>
        )}
      </EndlessList>
    </div>
  )
}

function Nothing({ kind }: { kind: 'owned' | 'rental' }) {
  const words = kind === 'owned' ? 'empty_owned' : 'empty_rented'
  return (
    <EmptyState
      icon="reel"
      title={purchasesCopy[words]}
      actions={
        <>
          <ButtonLink to={categoriesPath} look="primary" icon="grid">
            {purchasesCopy.find}
          </ButtonLink>
          <ButtonLink to={paymentsPath}>{purchasesCopy.payments}</ButtonLink>
        </>
      }
    >
      {purchasesCopy[`${words}_detail`]}
    </EmptyState>
  )
}

/** The shape of the page while nobody knows yet what is in it. */
function PurchasesSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-12 items-center gap-6 border-b border-line">
        <div className="shimmer h-4 w-9 rounded-sm" />
        <div className="shimmer h-4 w-9 rounded-sm" />
      </div>
      <LinesSkeleton />
    </div>
  )
}

function LinesSkeleton() {
  return (
    <div aria-hidden="true" className="mt-2 divide-y divide-line">
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
