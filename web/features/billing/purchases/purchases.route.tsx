import { purchasesMessages } from './messages.ko.ts'
import { openRefundDialog } from './refund-dialog.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { purchasesPath, paymentsPath, rentalsPath } from '#web/routing/account-paths.ts'
import { categoriesPath } from '#web/routing/paths.ts'
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
  return pageMeta(matches, { title, description, path: purchasesPath, noindex: true })
}

export const handle: MypagePageHandle = {
  title: purchasesMessages.title,
  Skeleton: PurchasesSkeleton,
}

export default function Purchases() {
  return (
    <PurchasesPage
      openRefund={({ episode, refundable, order_id }) =>
        openRefundDialog({
          kind: 'episode',
          title: episodeFullTitle(episode),
          refundable,
          // By order: a member may have both rented and bought the episode.
          order_id,
        })
      }
    />
  )
}

/** Owned or rented episodes, newest first. `openRefund` opens the refund dialog. */
function PurchasesPage({ openRefund }: { openRefund: (purchase: Purchase) => Promise<unknown> }) {
  const [query] = useSearchParams()
  const container = useRef<HTMLDivElement>(null)
  const kind = query.get('kind') === 'rental' ? 'rental' : 'owned'
  const list = useInfiniteQuery({
    ...purchasesQuery(ownershipTypes[kind]),
    // Polls while a refund is pending.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) =>
        page.results.some((purchase) => purchase.state === 'refunding'),
      )
        ? 3_000
        : false,
  })
  async function refundPurchase(purchase: Purchase) {
    // The refund button had the focus and is gone.
    if (await openRefund(purchase)) container.current?.focus()
  }
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
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
      <InfiniteList
        list={list}
        skeleton={<PurchaseListSkeleton />}
        empty={<NoPurchases kind={kind} />}
      >
        {(purchases, now) => (
          <ul className="mt-2 divide-y divide-border">
            {purchases.map((purchase) => (
              <li key={purchase.id}>
                <PurchaseItem
                  purchase={purchase}
                  now={now}
                  onRefund={() => void refundPurchase(purchase)}
                />
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </div>
  )
}

function NoPurchases({ kind }: { kind: 'owned' | 'rental' }) {
  const key = kind === 'owned' ? 'empty_owned' : 'empty_rented'
  return (
    <EmptyState
      icon="film_reel"
      title={purchasesMessages[key]}
      actions={
        <>
          <ButtonLink to={categoriesPath} variant="primary" icon="grid">
            {purchasesMessages.browse}
          </ButtonLink>
          <ButtonLink to={paymentsPath}>{purchasesMessages.payments}</ButtonLink>
        </>
      }
    >
      {purchasesMessages[`${key}_detail`]}
    </EmptyState>
  )
}

function PurchasesSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-12 items-center gap-6 border-b border-border">
        <div className="shimmer h-4 w-9 rounded-sm" />
        <div className="shimmer h-4 w-9 rounded-sm" />
      </div>
      <PurchaseListSkeleton />
    </div>
  )
}

function PurchaseListSkeleton() {
  return (
    <div aria-hidden="true" className="mt-2 divide-y divide-border">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="flex gap-3.5 py-4 md:gap-6 md:py-5">
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
