import { withdrawalMessages } from './messages.ko.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import type { Withdrawal } from './forfeited-assets.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { withdrawalSuccessPath } from '#web/routing/account-paths.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { mypagePath, homePath, loginPath } from '#web/routing/paths.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Route } from './+types/withdrawal-success.route.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { PageHeading } from '#web/ui/layout/headings.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = withdrawalMessages.success
  return pageMeta(matches, { title, description, path: withdrawalSuccessPath, noindex: true })
}

const messages = withdrawalMessages.success

/** When the account is deleted and how to undo it, the refund and the records kept by law. */
export default function WithdrawalSuccess() {
  const locationState = useLocation().state as { withdrawal?: Withdrawal } | null
  const isWithdrawn = locationState?.withdrawal !== undefined
  // Set after hydration: the history state survives a reload, but the server-rendered page does not have it.
  const [withdrawal, setWithdrawal] = useState<Withdrawal | null>(null)
  useEffect(() => setWithdrawal(locationState?.withdrawal ?? null), [locationState])
  const navigate = useNavigate()
  const { state } = useAuth()
  useEffect(() => {
    if (state !== 'signed_in') return
    if (isWithdrawn) authStore.clearUser()
    // A member who opened this page directly.
    else void navigate(mypagePath, { replace: true })
  }, [isWithdrawn, state, navigate])
  const refund = withdrawal?.refund
  return (
    <div className="page-gutter mx-auto w-full max-w-[38rem] page-top text-center">
      <p className="text-sm font-semibold text-accent-bright">{messages.title}</p>
      <PageHeading className="mt-2">{messages.lead}</PageHeading>
      <p className="mt-4 text-base text-pretty text-foreground-muted">
        {messages.detail(withdrawal ? formatDateTime(withdrawal.deletes_at) : null)}
      </p>
      {refund && refund.points + refund.plan > 0 && (
        <p className="mt-4 rounded-sheet bg-accent-subtle px-4 py-4 text-base font-semibold text-pretty">
          {messages.refunds(refund)}
        </p>
      )}
      <section aria-labelledby="kept" className="mt-8 panel p-5 text-left md:p-7">
        <h2 id="kept" className="text-base font-semibold">
          {messages.kept_title}
        </h2>
        <dl className="mt-2 divide-y divide-border text-base">
          {messages.kept.map(([record, years]) => (
            <div key={record} className="flex justify-between gap-4 py-3">
              <dt className="text-foreground-muted">{record}</dt>
              <dd className="tabular-nums shrink-0 font-semibold">{years}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-sm text-foreground-subtle">{messages.kept_detail}</p>
      </section>
      <div className="mt-8 flex flex-wrap justify-center gap-2">
        <ButtonLink to={homePath} variant="primary" icon="home">
          {messages.home}
        </ButtonLink>
        <ButtonLink to={loginPath} variant="ghost">
          {messages.undo}
        </ButtonLink>
      </div>
    </div>
  )
}
