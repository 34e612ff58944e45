import { withdrawalCopy } from '#web/copy/withdrawal.ts'
import { dropDrafts } from '#web/data/drafts.ts'
import { MemberOnly } from '#web/data/member-page.tsx'
import { Queries } from '#web/data/queries.tsx'
import { MypageFrame } from '#web/features/mypage/mypage-frame.tsx'
import { WithdrawalPage, WithdrawalSkeleton } from '#web/features/withdrawal/withdrawal-page.tsx'
import type { PaidBack } from '#web/features/withdrawal/paid-back.ts'
import { pageMeta } from '#web/page-meta.ts'
import { withdrawalPath, withdrawalSuccessPath } from '#web/paths.ts'
import { useNavigate } from 'react-router'
import type { Route } from './+types/withdrawal.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = withdrawalCopy
  return pageMeta(matches, { title, description, path: withdrawalPath, hidden: true })
}

export default function Withdrawal() {
  const navigate = useNavigate()
  // Who is there is forgotten by the page this leads to: this one would send a visitor to sign in.
  const leave = (paid_back: PaidBack) => {
    dropDrafts()
    void navigate(withdrawalSuccessPath, { replace: true, state: { left: true, paid_back } })
  }
  return (
    <MypageFrame title={withdrawalCopy.title}>
      <MemberOnly skeleton={<WithdrawalSkeleton />}>
        {() => (
          <Queries>
            <WithdrawalPage onLeft={leave} />
          </Queries>
        )}
      </MemberOnly>
    </MypageFrame>
  )
}
