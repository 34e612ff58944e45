import { withRedirect } from '#web/routing/paths.ts'
import { ownershipTypes } from '#contract/transactions/payment-constants.ts'
import type { OwnershipTypeId } from '#contract/transactions/payment-schemas.ts'
import type { PurchaseOffers } from '#contract/problem.ts'
import { formatWon } from '#web/lib/format.ts'
import { offerMessages } from './messages.ko.ts'
import { plansPath } from '#web/routing/account-paths.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'
import { ChildOfferNote } from './child-offer-note.tsx'

const cardClass =
  'group flex h-full min-h-24 w-full flex-col items-start rounded-sheet bg-surface/90 px-4 py-4 text-left inset-ring inset-ring-border-strong transition-colors duration-(--duration-fast) hover:bg-surface-raised hover:inset-ring-accent'

/** The offers of a locked episode with prices: buy, rent, subscribe. A children's profile gets a note instead. */
export function OfferList({
  offers,
  returnPath,
  onSelect,
}: {
  offers: PurchaseOffers
  /** Path to which the plans page returns. */
  returnPath: string
  onSelect: (ownershipType: OwnershipTypeId) => void
}) {
  const isChild = useIsChild()
  const { price, rental_price, rental_terms, plans } = offers
  const cheapest = plans.toSorted((a, b) => a.price - b.price)[0]
  if (price === null && rental_price === null && !cheapest)
    return <p className="text-base text-foreground-muted">{offerMessages.none}</p>
  if (isChild) return <ChildOfferNote returnPath={returnPath} />
  return (
    <ul
      aria-label={offerMessages.label}
      className="grid w-full gap-2 sm:auto-cols-fr sm:grid-flow-col"
    >
      {price !== null && (
        <li>
          <button
            type="button"
            className={cardClass}
            onClick={() => onSelect(ownershipTypes.owned)}
          >
            <OfferText
              name={offerMessages.own}
              price={formatWon(price)}
              detail={offerMessages.own_detail}
            />
          </button>
        </li>
      )}
      {rental_price !== null && (
        <li>
          <button
            type="button"
            className={cardClass}
            onClick={() => onSelect(ownershipTypes.rental)}
          >
            <OfferText
              name={offerMessages.rent}
              price={formatWon(rental_price)}
              detail={offerMessages.rent_detail(rental_terms)}
            />
          </button>
        </li>
      )}
      {cheapest && (
        <li>
          <Link to={withRedirect(plansPath, returnPath)} className={cardClass}>
            <OfferText
              name={offerMessages.plan}
              price={offerMessages.plan_price(cheapest.price)}
              detail={offerMessages.plan_detail}
            />
          </Link>
        </li>
      )}
    </ul>
  )
}

function OfferText({ name, price, detail }: { name: string; price: string; detail: string }) {
  return (
    <>
      <span className="flex w-full items-center justify-between gap-2 text-sm font-semibold text-accent-bright">
        {name}
        <Icon
          name="chevron_right"
          className="size-4 text-foreground-subtle transition-transform duration-(--duration-fast) group-hover:translate-x-1"
        />
      </span>
      <span className="tabular-nums mt-1 text-lg font-bold text-foreground">{price}</span>
      <span className="mt-1 text-xs text-balance text-foreground-muted">{detail}</span>
    </>
  )
}
