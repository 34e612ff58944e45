import { paymentsCopy, receiptCopy } from '#web/copy/payments.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { ReceiptPage, ReceiptSkeleton } from '#web/features/payments/receipt-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { receiptPath } from '#web/paths.ts'
import type { Route } from './+types/receipt.ts'

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: receiptCopy.title,
    description: paymentsCopy.description,
    path: receiptPath(params.orderId),
    hidden: true,
  })
}

export default function Receipt({ params }: Route.ComponentProps) {
  return (
    <MypageFrame title={receiptCopy.title}>
      <MemberOnly skeleton={<ReceiptSkeleton />}>
        {() => (
          <Queries>
            <ReceiptPage order_id={params.orderId} />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
