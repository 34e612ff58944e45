import { pageTitle } from '#web/lib/site.ko.ts'
import { supportMessages } from './messages.ko.ts'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { useRevalidator, isRouteErrorResponse } from 'react-router'
import type { ReactNode } from 'react'
import { SupportLayout } from './support-layout.tsx'

/** Shown in place of a section that failed to load; retries by revalidating the page (D-70). */
export function SectionError({ message = supportMessages.load_failed }: { message?: string }) {
  const revalidator = useRevalidator()
  return (
    <InlineRetry
      isRetrying={revalidator.state !== 'idle'}
      onRetry={() => void revalidator.revalidate()}
    >
      {message}
    </InlineRetry>
  )
}

/** The error page within the support layout, for a page that failed to load (D-70). `missing` is shown for a 4xx. */
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
