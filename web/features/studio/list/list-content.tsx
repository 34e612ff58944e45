import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Navigate } from 'react-router'
import { listMessages } from './messages.ko.ts'
import { QueryContent } from './query-content.tsx'
import type { List } from './use-list.ts'

/** The texts of a list without rows. */
export type EmptyTexts = Pick<ComponentProps<typeof EmptyState>, 'icon' | 'title' | 'heading'> & {
  detail?: string
}

const Empty = ({ detail, ...rest }: EmptyTexts & { actions?: ReactNode }) => (
  <EmptyState {...rest}>{detail}</EmptyState>
)

type ContentProps<R, F extends string, O extends string> = {
  list: List<R, F, O>
  /** The list's accessible name. */
  label: string
  /** The number of rows on all pages, in words; announced when it changes. */
  counted?: (count: number) => string
  empty: EmptyTexts
  /** Shown instead of `empty` if filters leave all rows out; it offers to clear them. */
  none?: EmptyTexts
  toolbar?: ReactNode
  children: (rows: readonly R[]) => ReactNode
}

/** The rows of a list in their loading, failed, empty and loaded states, with links to the other pages below. */
export function ListContent<R, F extends string, O extends string>({
  list,
  label,
  counted,
  empty,
  none,
  toolbar,
  children,
}: ContentProps<R, F, O>) {
  const { rows, count, page, pages, query } = list
  const top = useRef<HTMLDivElement>(null)
  const isPaging = useRef(false)
  // The link that was pressed may be gone, and the rows of the page begin above it.
  useEffect(() => {
    if (!isPaging.current) return
    isPaging.current = false
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }, [page])
  return (
    <div
      ref={top}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="scroll-mt-4 outline-none"
    >
      {(counted || toolbar) && (
        <div className="flex min-h-9 items-center justify-between gap-4 md:min-h-11">
          <p role="status" className="text-sm text-foreground-subtle tabular-nums">
            {query.data !== undefined && count > 0 && counted?.(count)}
          </p>
          {toolbar}
        </div>
      )}
      <QueryContent query={query}>
        {() =>
          rows.length > 0 ? (
            <>
              <div
                aria-busy={query.isPlaceholderData}
                className={`transition-opacity duration-(--duration-fast) ${query.isPlaceholderData ? 'opacity-60' : ''}`}
              >
                {children(rows)}
              </div>
              {pages > 1 && (
                <div className="mt-6">
                  <Pagination
                    page={page}
                    pages={pages}
                    hrefOf={(to) => list.pageHref(to)}
                    linkProps={{
                      state: list.linkState,
                      preventScrollReset: true,
                      onClick: () => void (isPaging.current = true),
                    }}
                  />
                </div>
              )}
            </>
          ) : page > pages ? (
            // The last rows are gone, or the address is older than the list.
            <Navigate replace to={list.pageHref(pages)} state={list.linkState} />
          ) : list.isNarrowed && none ? (
            <Empty
              {...none}
              actions={<ButtonLink to={list.path}>{listMessages.clear_filters}</ButtonLink>}
            />
          ) : (
            <Empty {...empty} />
          )
        }
      </QueryContent>
    </div>
  )
}
