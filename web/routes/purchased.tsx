import { purchasesCopy } from '#web/copy/purchases.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { PurchasesPage, PurchasesSkeleton } from '#web/features/purchases/purchases-page.tsx'
import { openRefund } from '#web/features/refund/refund-dialog.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { purchasedPath } from '#web/paths.ts'
import { nameOf } from '#web/ui/episode-card.tsx'
import type { Route } from './+types/purchased.ts'

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
