import { controlCopy } from '#web/copy/controls.ts'
import { IconButton } from '#web/ui/button.tsx'
import { pageCount } from '#web/ui/page-blocks.ts'
import { pageSize } from './queries.ts'

/** The page before and the page after, of a list that has no address. */
export function Pages({
  page,
  count,
  onPage,
}: {
  page: number
  count: number
  onPage: (page: number) => void
}) {
  const pages = pageCount(count, pageSize)
  if (pages <= 1) return null
  return (
    <nav aria-label={controlCopy.pages} className="mt-3 flex items-center justify-center gap-3">
      <IconButton
        icon="left"
        label={controlCopy.previous_page}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="text-sm text-paper-2 tabular-nums">
        {page} / {pages}
      </span>
      <IconButton
        icon="right"
        label={controlCopy.next_page}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  )
}
