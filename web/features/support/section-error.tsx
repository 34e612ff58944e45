import { pageTitle } from '#web/lib/site.ko.ts'
import { supportMessages } from './messages.ko.ts'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { useRevalidator, isRouteErrorResponse } from 'react-router'
import type { ReactNode } from 'react'
import { SupportLayout } from './support-layout.tsx'

/** What came with the page and is missing from it (D-70): reads the page again. */
export function SectionError({ what = supportMessages.not_loaded }: { what?: string }) {
  const revalidator = useRevalidator()
  return (
    <InlineRetry busy={revalidator.state !== 'idle'} onRetry={() => void revalidator.revalidate()}>
      {what}
    </InlineRetry>
  )
}

/**
 * A page that did not come at all, as without a network: its place says so quietly (D-70), and the ways to the others
 * stand. `missing` is what is shown of a page that is not there.
 */
export function SupportErrorPage({
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
    <SupportLayout title={title}>
      <title>{pageTitle(title)}</title>
      <meta name="robots" content="noindex" />
      <SectionError />
    </SupportLayout>
  )
}
