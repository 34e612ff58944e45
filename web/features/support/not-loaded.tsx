import { supportCopy } from '#web/copy/support.ts'
import { RetryLine } from '#web/ui/retry-line.tsx'
import { useRevalidator } from 'react-router'

/** What came with the page and is missing from it (D-70): reads the page again. */
export function NotLoaded({ what = supportCopy.not_loaded }: { what?: string }) {
  const revalidator = useRevalidator()
  return (
    <RetryLine busy={revalidator.state !== 'idle'} onRetry={() => void revalidator.revalidate()}>
      {what}
    </RetryLine>
  )
}
