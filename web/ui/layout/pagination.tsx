import { paginationMessages } from '#web/ui/messages.ko.ts'
import { Link, type LinkProps } from 'react-router'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'

/** Page numbers per block (specification, section 9). */
const blockSize = 5

/** Number of pages of `count` items, at least 1. */
export const pageCount = (count: number, size: number): number =>
  Math.max(1, Math.ceil(count / size))

/** Returns the page numbers of the block with `page`: `pageBlock(7, 8)` → `[6, 7, 8]`. */
export function pageBlock(page: number, pages: number): number[] {
  const first = Math.floor((page - 1) / blockSize) * blockSize + 1
  const last = Math.min(first + blockSize - 1, pages)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

/** Parses a page number, clamped to 1..`pages`; 1 if it is not a number. */
export function parsePageParam(text: string | null, pages: number): number {
  const page = text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 1
  return Math.min(Math.max(1, page), pages)
}

const cell =
  'inline-flex size-11 items-center justify-center rounded-control text-sm font-medium tabular-nums transition-colors duration-(--duration-fast)'

/** Links to the first, previous, next and last page, and to a block of five. */
export function Pagination({
  page,
  pages,
  hrefOf,
  linkProps,
  label = paginationMessages.pages,
}: {
  page: number
  pages: number
  hrefOf: (page: number) => string
  /** For all links, such as a state. */
  linkProps?: Omit<LinkProps, 'to' | 'className' | 'children'>
  /** Accessible name, for pages with more than one. */
  label?: string
}) {
  const numbers = pageBlock(page, pages)
  const step = (label: string, icon: IconName, to: number) =>
    to === page || to < 1 || to > pages ? (
      <span aria-hidden="true" className={`${cell} text-surface-high`}>
        <Icon name={icon} className="size-5" />
      </span>
    ) : (
      <Link
        {...linkProps}
        to={hrefOf(to)}
        aria-label={label}
        className={`${cell} text-foreground-muted hover:bg-surface-raised hover:text-foreground`}
      >
        <Icon name={icon} className="size-5" />
      </Link>
    )
  return (
    <nav
      aria-label={label}
      className="-mx-(--page-gutter) flex flex-wrap items-center justify-center sm:gap-1"
    >
      {step(paginationMessages.first_page, 'first', 1)}
      {step(paginationMessages.previous_page, 'chevron_left', page - 1)}
      {/* All nine cells are wider than a phone: more than three numbers wrap to a line of their own. */}
      <span
        className={`flex justify-center gap-1 ${numbers.length > 3 ? 'max-sm:order-first max-sm:w-full' : ''}`}
      >
        {numbers.map((number) => (
          <Link
            {...linkProps}
            key={number}
            to={hrefOf(number)}
            {...(number === page && { 'aria-current': 'page' as const })}
            className={`${cell} ${number === page ? 'bg-foreground text-background-deep' : 'text-foreground-muted hover:bg-surface-raised hover:text-foreground'}`}
          >
            {/* The accessible name contains the visible number, for voice control. */}
            <span aria-hidden="true">{number}</span>
            <span className="sr-only">{paginationMessages.page(number)}</span>
          </Link>
        ))}
      </span>
      {step(paginationMessages.next_page, 'chevron_right', page + 1)}
      {step(paginationMessages.last_page, 'last', pages)}
    </nav>
  )
}
