import {
  purchasesMessages,
  refundBlockedReasons,
  paymentSummary,
  rentalDetails,
} from './messages.ko.ts'
import { openRefundDialog } from './refund-dialog.tsx'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  purchasesPath,
  paymentsPath,
  rentalsPath,
  receiptPath,
} from '#web/routing/account-paths.ts'
import { categoriesPath, episodePath, videoPath } from '#web/routing/paths.ts'
import {
  episodeLabel,
  PlayBadge,
  episodeFullTitle,
} from '#web/features/catalog/cards/episode-card.tsx'
import type { Route } from './+types/purchases.route.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { Purchase } from '#contract/transactions/transactions.ts'
import { purchasesQuery } from '#web/features/billing/queries.ts'
import { ButtonLink, Button } from '#web/ui/base/button.tsx'
import { InfiniteList } from '#web/ui/layout/infinite-list.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams, Link } from 'react-router'
import { formatDuration } from '#web/lib/format.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'

/**
 * A bought or rented episode. Links to the player while it is playable; shows the refund button or the reason against
 * one.
 */
function PurchaseItem({
  purchase,
  now,
  onRefund,
}: {
  purchase: Purchase
  now: number
  onRefund: () => void
}) {
  const { episode, state, refundable } = purchase
  const { series } = episode
  const name = episodeFullTitle(episode)
  const isPlayable = state === 'active' && episode.video_state === 'ready'
  return (
    <article className="group relative -mx-3 grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-card px-3 py-4 transition-colors duration-(--duration-fast) hover:bg-surface md:grid-cols-[13rem_minmax(0,1fr)_auto] md:grid-rows-[auto_1fr] md:gap-x-6 md:gap-y-1 md:py-5">
      <div
        className={`relative self-start overflow-hidden rounded-card md:row-span-2 ${state === 'active' ? '' : 'opacity-50 grayscale'}`}
      >
        <ResponsiveImage
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 208px, 136px"
        />
        {isPlayable && <PlayBadge />}
        <span className="absolute right-2 bottom-2">
          <Badge tone="on_image">{formatDuration(episode.runtime)}</Badge>
        </span>
      </div>
      <div className="min-w-0">
        <h2 className="line-clamp-2 text-base font-semibold md:text-lg">
          <Link
            to={isPlayable ? videoPath(episode.id) : episodePath(episode)}
            aria-label={
              isPlayable ? purchasesMessages.play(name) : purchasesMessages.see_episode(name)
            }
            className="stretched-link focus-visible:after:-outline-offset-2"
          >
            {series.title}
          </Link>
        </h2>
        {series.is_series && (
          <p className="line-clamp-1 text-sm text-foreground-muted">{episodeLabel(episode)}</p>
        )}
        <PurchaseState purchase={purchase} now={now} />
        <p className="mt-1 text-xs text-foreground-subtle tabular-nums md:text-sm">
          {purchasesMessages.bought(purchase.purchased_at)} · {paymentSummary(purchase)}
        </p>
      </div>
      <div className="relative z-action flex items-center justify-end gap-1 max-md:order-1 max-md:col-span-2 md:row-span-2 md:gap-2">
        {/* Beside the buttons on phones, below the text on wide screens. */}
        <span className="min-w-0 grow md:hidden">
          <RefundNote purchase={purchase} />
        </span>
        <ButtonLink
          to={receiptPath(purchase.order_id)}
          variant="ghost"
          className="shrink-0 px-3 text-sm last:-mr-3"
          aria-label={purchasesMessages.receipt_of(name)}
        >
          {purchasesMessages.receipt}
        </ButtonLink>
        {refundable.is_refundable && (
          <Button
            variant="outline"
            className="shrink-0 px-4 text-sm"
            aria-label={purchasesMessages.refund_of(name)}
            onClick={onRefund}
          >
            {purchasesMessages.refund}
          </Button>
        )}
        {state === 'ended' && (
          <ButtonLink
            to={episodePath(episode)}
            variant="outline"
            className="shrink-0 px-4 text-sm"
            aria-label={purchasesMessages.buy_again_of(name)}
          >
            {purchasesMessages.buy_again}
          </ButtonLink>
        )}
      </div>
      <div className="max-md:hidden">
        <RefundNote purchase={purchase} />
      </div>
    </article>
  )
}

function PurchaseState({ purchase, now }: { purchase: Purchase; now: number }) {
  if (purchase.state === 'refunding' || purchase.state === 'refunded')
    return (
      <p className="mt-2">
        <Badge>{purchasesMessages[purchase.state]}</Badge>
      </p>
    )
  const isEnded = purchase.state === 'ended'
  return (
    <p
      className={`mt-1 text-sm text-balance tabular-nums ${isEnded ? 'text-foreground-subtle' : purchase.expires_at ? 'text-accent-bright' : 'text-foreground-muted'}`}
    >
      {isEnded ? purchasesMessages.ended : rentalDetails(purchase, now)}
    </p>
  )
}

/** The refund deadline or the reason against a refund; nothing once refunded. */
function RefundNote({ purchase: { refundable, state } }: { purchase: Purchase }) {
  const note =
    refundable.is_refundable && refundable.refundable_until
      ? purchasesMessages.refund_until(refundable.refundable_until)
      : refundable.ineligibility_reason && state !== 'refunded' && state !== 'refunding'
        ? refundBlockedReasons[refundable.ineligibility_reason]
        : null
  if (!note) return null
  return (
    <p className="text-xs text-balance text-foreground-subtle tabular-nums md:text-sm">{note}</p>
  )
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = purchasesMessages
  return pageMeta(matches, { title, description, path: purchasesPath, noindex: true })
}

export const handle: MypagePageHandle = {
  title: purchasesMessages.title,
  Skeleton: PurchasesSkeleton,
}

/** Owned or rented episodes, newest first. */
export default function PurchasesPage() {
  const [query] = useSearchParams()
  const container = useRef<HTMLDivElement>(null)
  const kind = usePurchaseKind(query.get('kind'))
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
  async function refundPurchase({ episode, ownership_type_id, refundable, order_id }: Purchase) {
    const isRefunded = await openRefundDialog({
      kind: 'episode',
      title: episodeFullTitle(episode),
      refundable,
      // A rental by its order: a purchase of the same episode may have been refunded after it.
      request:
        ownership_type_id === ownershipTypes.owned ? { episode_id: episode.id } : { order_id },
    })
    // The refund button had the focus and is gone.
    if (isRefunded) container.current?.focus()
  }
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      <NavTabs
        label={purchasesMessages.kinds}
        tabs={[
          {
            key: 'owned',
            to: `${purchasesPath}?kind=owned`,
            title: purchasesMessages.owned,
            selected: kind === 'owned',
          },
          {
            key: 'rental',
            to: rentalsPath,
            title: purchasesMessages.rented,
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

/** The list that the address names; otherwise the rentals of a member who owns nothing, so that the page opens on a purchase. */
function usePurchaseKind(requested: string | null): 'owned' | 'rental' {
  const isOpen = requested === null
  const owned = useInfiniteQuery({ ...purchasesQuery(ownershipTypes.owned), enabled: isOpen })
  const ownsNothing = isOpen && owned.data?.pages[0]?.count === 0
  const rented = useInfiniteQuery({
    ...purchasesQuery(ownershipTypes.rental),
    enabled: ownsNothing,
  })
  const hasRented = ownsNothing && (rented.data?.pages[0]?.count ?? 0) > 0
  return requested === 'rental' || hasRented ? 'rental' : 'owned'
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
        <div className="shimmer h-4 w-9 rounded-control" />
        <div className="shimmer h-4 w-9 rounded-control" />
      </div>
      <PurchaseListSkeleton />
    </div>
  )
}

function PurchaseListSkeleton() {
  return (
    <div aria-hidden="true" className="mt-2 divide-y divide-border">
      {[0, 1, 2, 3].map((index) => (
        <div key={index} className="flex gap-4 py-4 md:gap-6 md:py-5">
          <div className="shimmer aspect-video w-34 shrink-0 self-start rounded-card md:w-52" />
          <div className="grow pt-1">
            <div className="shimmer h-4 w-2/5 rounded-control" />
            <div className="shimmer mt-3 h-3 w-3/5 rounded-control" />
            <div className="shimmer mt-3 h-3 w-1/3 rounded-control" />
          </div>
        </div>
      ))}
    </div>
  )
}
