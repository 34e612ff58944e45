import { pageTitle } from '#web/copy/frame.ts'
import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { NotLoaded } from './not-loaded.tsx'
import { SupportFrame } from './support-frame.tsx'

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
