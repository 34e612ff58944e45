import { withdrawalCopy } from '#web/copy/withdrawal.ts'
import { auth, useAuth } from '#web/data/auth.ts'
import { GoodbyePage } from '#web/features/withdrawal/goodbye-page.tsx'
import type { PaidBack } from '#web/features/withdrawal/paid-back.ts'
import { pageMeta } from '#web/page-meta.ts'
import { mypagePath, withdrawalSuccessPath } from '#web/paths.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Route } from './+types/withdrawal-success.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = withdrawalCopy.success
  return pageMeta(matches, { title, description, path: withdrawalSuccessPath, hidden: true })
}

export default function WithdrawalSuccess() {
  const told = useLocation().state as { left?: boolean; paid_back?: PaidBack } | null
  const left = told?.left === true
  // After a reload this tab still knows it; the page as it is kept for everybody does not.
  const [paid_back, setPaidBack] = useState<PaidBack | null>(null)
  useEffect(() => setPaidBack(told?.paid_back ?? null), [told])
  const navigate = useNavigate()
  const { state } = useAuth()
  useEffect(() => {
    if (state !== 'signed_in') return
    if (left) auth.clear()
    // A member who only came by has not left.
    else void navigate(mypagePath, { replace: true })
  }, [left, state, navigate])
  return <GoodbyePage paid_back={paid_back} />
}
