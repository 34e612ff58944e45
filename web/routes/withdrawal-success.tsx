import { withdrawalCopy } from '#web/copy/withdrawal.ts'
import { auth, useAuth } from '#web/data/auth.ts'
import { GoodbyePage } from '#web/features/withdrawal/goodbye-page.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { mypagePath, withdrawalSuccessPath } from '#web/paths.ts'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Route } from './+types/withdrawal-success.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = withdrawalCopy.success
  return pageMeta(matches, { title, description, path: withdrawalSuccessPath, hidden: true })
}

export default function WithdrawalSuccess() {
  const left = (useLocation().state as { left?: boolean } | null)?.left === true
  const navigate = useNavigate()
  const { state } = useAuth()
  useEffect(() => {
    if (state !== 'signed_in') return
    if (left) auth.clear()
    // A member who only came by has not left.
    else void navigate(mypagePath, { replace: true })
  }, [left, state, navigate])
  return <GoodbyePage />
}
