import { supportCopy } from './messages.ko.ts'
import { RetryLine } from '#web/ui/layout/inline-retry.tsx'
import { useRevalidator, isRouteErrorResponse } from 'react-router'
import { pageTitle } from '#web/app/messages.ko.ts'
import type { ReactNode } from 'react'
import { SupportFrame } from './support-layout.tsx'

/** What came with the page and is missing from it (D-70): reads the page again. */
export function NotLoaded({ what = supportCopy.not_loaded }: { what?: string }) {
  const revalidator = useRevalidator()
  return (
    <RetryLine busy={revalidator.state !== 'idle'} onRetry={() => void revalidator.revalidate()}>
      {what}
    </RetryLine>
  )
}

/**
 * A page that did not come at all, as without a network: its place says so quietly (D-70), and the ways to the others
 * stand. `missing` is what is shown of a page that is not there.
 */
export function SupportFailed({
  error,
  title,
  missing,
}: {
  error: unknown
  title: string
  missing: ReactNode
}) {
  if (isRouteErrorResponse(error) && error.status < 500) return missing
  return (
    <SupportFrame title={title}>
      <title>{pageTitle(title)}</title>
      <meta name="robots" content="noindex" />
      <NotLoaded />
    </SupportFrame>
  )
}
