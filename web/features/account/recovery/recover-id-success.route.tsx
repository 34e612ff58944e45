import { recoveryMessages } from './messages.ko.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import {
  recoverIdSuccessPath,
  recoverIdPath,
  recoverPasswordPath,
} from '#web/routing/account-paths.ts'
import { loginPath } from '#web/routing/paths.ts'
import type { Route } from './+types/recover-id-success.route.ts'
import { formatDate } from '#web/lib/format.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { recoveredIdStorage, type RecoveredId, RecoveryLayout } from './recovery-layout.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = recoveryMessages.id_success
  return pageMeta(matches, { title, description, path: recoverIdSuccessPath, noindex: true })
}

const messages = recoveryMessages.id_success

/** The recovered email address; redirects to the search if there is none in this tab. */
export default function RecoverIdSuccess() {
  const navigate = useNavigate()
  const [recoveredId, setRecoveredId] = useState<RecoveredId>()
  useEffect(() => {
    const saved = recoveredIdStorage.read()
    if (saved) setRecoveredId(saved)
    else void navigate(recoverIdPath, { replace: true })
  }, [navigate])

  return (
    <RecoveryLayout icon="check" title={messages.title}>
      <dl className="divide-y divide-border panel px-6">
        <div className="py-5">
          <dt className="text-sm text-foreground-subtle">{messages.email}</dt>
          <dd className="mt-1 min-h-7 text-xl font-bold">
            {recoveredId?.email ?? <Placeholder />}
          </dd>
          <dd className="mt-1 text-sm text-foreground-subtle">{messages.masked}</dd>
        </div>
        <div className="flex items-center justify-between gap-4 py-4">
          <dt className="text-sm text-foreground-subtle">{messages.joined_on}</dt>
          <dd className="tabular-nums min-h-6 font-semibold">
            {recoveredId ? (
              <time dateTime={recoveredId.joined_on}>{formatDate(recoveredId.joined_on)}</time>
            ) : (
              <Placeholder />
            )}
          </dd>
        </div>
      </dl>
      <div className="mt-6 grid gap-2 sm:grid-cols-2">
        <ButtonLink to={recoverPasswordPath} size="lg">
          {messages.to_password}
        </ButtonLink>
        <ButtonLink to={loginPath} variant="primary" size="lg">
          {messages.to_login}
        </ButtonLink>
      </div>
    </RecoveryLayout>
  )
}

const Placeholder = () => <span className="shimmer inline-block h-5 w-32 rounded-control" />
