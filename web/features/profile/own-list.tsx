import { profileCopy } from '#web/copy/profile.ts'
import { Button } from '#web/ui/button.tsx'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'

/** A short list of the member's own: its shape while it comes, a word and another try where it does not. */
export function OwnList<T>({
  query,
  label,
  ref,
  children,
}: {
  query: UseQueryResult<{ results: T[] }>
  label: string
  /** Takes the focus when the button that had it is gone with its row. */
  ref?: Ref<HTMLUListElement>
  children: (item: T) => ReactNode
}) {
  if (query.data)
    return (
      <ul
        ref={ref}
        tabIndex={-1}
        aria-label={label}
        className="divide-y divide-line rounded-2xl bg-surface inset-ring inset-ring-line"
      >
        {query.data.results.map(children)}
      </ul>
    )
  if (query.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-base text-paper-2">{profileCopy.list_failed}</p>
        <Button icon="retry" busy={query.isFetching} onClick={() => void query.refetch()}>
          {profileCopy.retry}
        </Button>
      </div>
    )
  return (
    <div aria-hidden="true" className="rounded-2xl bg-surface p-5 inset-ring inset-ring-line">
      <div className="shimmer h-4 w-40 rounded-sm" />
      <div className="shimmer mt-3 h-3 w-56 max-w-full rounded-sm" />
    </div>
  )
}
