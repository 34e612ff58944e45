import { paymentsCopy } from '#web/copy/payments.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { PaymentsPage, PaymentsSkeleton } from '#web/features/payments/payments-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { paymentsPath } from '#web/paths.ts'
import type { Route } from './+types/payments.ts'

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
