import { adultPath } from '#web/routing/account-paths.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import { withRedirect } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ageVerificationQuery } from './age-verification-query.ts'
import { adultSectionMessages as messages } from './messages.ko.ts'

/** The way to the age verification that the server offers. Loaded after the page of the profile. */
export default function AdultSection({ byCode }: { byCode: ReactNode }) {
  const next = useRedirectPath()
  const query = useQuery(ageVerificationQuery)
  if (query.isPending) return <div aria-hidden="true" className="shimmer h-11 rounded-card" />
  if (query.data?.method === 'none') return <p className="text-base">{messages.none}</p>
  if (query.data?.method !== 'window') return byCode
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="min-w-0 flex-1 basis-44 text-base">{messages.not_verified}</p>
      <ButtonLink reloadDocument to={withRedirect(adultPath, next)}>
        {messages.start}
      </ButtonLink>
    </div>
  )
}
