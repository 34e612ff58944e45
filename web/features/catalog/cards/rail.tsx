import { cardMessages } from './messages.ko.ts'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/base/icon.tsx'

const widths = {
  poster: 'w-(--card-poster-width)',
  rank: '',
  still: 'w-(--card-landscape-width)',
  upright: 'w-(--card-portrait-width)',
} as const

type RowProps = {
  title: string
  /** A few words beside the title. */
  note?: string
  /** Where the whole of it is. */
  to?: string
  shape: keyof typeof widths
  /** Below the first screens. */
  far?: boolean
  /** Each with its key. A row without any is not drawn (D-34). */
  children: readonly ReactNode[]
}

/**
 * Cards that a row has from the start: near the top as many as a wide screen shows at once, further down as
 * a phone does. The rest is made when the row comes near: most of a long page is cards nobody scrolls to.
 */
const first = { poster: 8, rank: 7, still: 6, upright: 8 }
const firstFar = 4

const linksOf = (row: Element) => [
  ...row.querySelectorAll<HTMLAnchorElement>('li a:not([tabindex="-1"])'),
]

/** Arrow keys walk the cards as on a television: sideways within the row, up and down to the next row. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const row = event.currentTarget
  const links = linksOf(row)
  const at = links.indexOf(event.target as HTMLAnchorElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const rows = [...document.querySelectorAll('[data-rail]')]
  const beside = (step: number) => {
    const next = rows[rows.indexOf(row) + step]
    const nextLinks = next ? linksOf(next) : []
    return nextLinks[Math.min(at, nextLinks.length - 1)]
  }
  const ways: Record<string, () => HTMLAnchorElement | undefined> = {
    ArrowRight: () => links[at + 1],
    ArrowLeft: () => links[at - 1],
    Home: () => links[0],
    End: () => links.at(-1),
    ArrowDown: () => beside(1),
    ArrowUp: () => beside(-1),
  }
  const target = ways[event.key]?.()
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Rows that came near, each to be made whole. */
const waiting = new Set<() => void>()
let isFilling = false

/** One row at a time, whenever nothing else is to do: all that come near at once would be one long task. */
function fillInTurn(fill: () => void) {
  waiting.add(fill)
  if (isFilling) return
  isFilling = true
  const next = () => {
    const [row] = waiting
    isFilling = row !== undefined
    if (!row) return
    waiting.delete(row)
    row()
    soon(next)
  }
  soon(next)
}

/** Safari before 26 has no idle callbacks. */
const soon = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 500 }) : setTimeout(run, 50)

/** A titled row of cards that scrolls sideways: by touch, wheel, arrows at its edges or arrow keys. */
export function Rail({ title, note, to, shape, far = false, children }: RowProps) {
  const section = useRef<HTMLElement>(null)
  const shelf = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState({ left: false, right: false })
  const start = far ? firstFar : first[shape]
  const [whole, setWhole] = useState(children.length <= start)

  useEffect(() => {
    if (whole || !section.current) return
    const fill = () => setWhole(true)
    const near = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && fillInTurn(fill),
      { rootMargin: '40% 0px' },
    )
    near.observe(section.current)
    return () => {
      near.disconnect()
      waiting.delete(fill)
    }
  }, [whole])

  useEffect(() => {
    const list = shelf.current
    if (!list) return
    const look = () => {
      // Whoever is there already waits for no turn.
      if (list.scrollLeft > 0) setWhole(true)
      const rest = list.scrollWidth - list.clientWidth - list.scrollLeft
      setMore((was) => {
        const left = list.scrollLeft > 8
        const right = rest > 8
        return was.left === left && was.right === right ? was : { left, right }
      })
    }
    const size = new ResizeObserver(look)
    size.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [whole])

  if (children.length === 0) return null
  const page = (direction: 1 | -1) =>
    shelf.current?.scrollBy({
      left: direction * shelf.current.clientWidth * 0.82,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })

  return (
    <section ref={section} data-rail={shape} aria-label={title} onKeyDown={walk}>
      <div className="page-gutter mb-3 flex min-h-11 items-end justify-between gap-4 md:mb-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-bold md:text-2xl">{title}</h2>
          {note && <p className="text-xs text-foreground-subtle md:text-sm">{note}</p>}
        </div>
        {to && (
          <Link
            to={to}
            aria-label={cardMessages.more_of(title)}
            className="-my-2 flex min-h-11 shrink-0 items-center gap-0.5 text-sm text-foreground-subtle transition-colors duration-(--duration-fast) hover:text-foreground"
          >
            {cardMessages.more}
            <Icon name="right" className="size-4" />
          </Link>
        )}
      </div>
      <div className="group/row relative">
        <ul ref={shelf} className="rail-scroller">
          {(whole ? children : children.slice(0, start)).map((child, at) => (
            // The order of a row does not change while it is shown.
            <li key={at} className={widths[shape]}>
              {child}
            </li>
          ))}
        </ul>
        {more.left && <Edge side="left" onPress={() => page(-1)} />}
        {more.right && <Edge side="right" onPress={() => page(1)} />}
      </div>
    </section>
  )
}

/** Only for pointers that hover: fingers swipe, and keys have the cards themselves. */
function Edge({ side, onPress }: { side: 'left' | 'right'; onPress: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={side === 'left' ? cardMessages.scroll_left : cardMessages.scroll_right}
      onClick={onPress}
      className={`absolute -inset-y-2 z-action hidden w-(--page-gutter) items-center justify-center overflow-hidden text-foreground opacity-0 transition-opacity duration-(--duration-fast) group-hover/row:opacity-100 hover:text-accent-bright pointer-fine:flex ${
        side === 'left'
          ? 'left-0 bg-linear-to-r from-background via-background/85 to-transparent'
          : 'right-0 bg-linear-to-l from-background via-background/85 to-transparent'
      }`}
    >
      <Icon name={side} className="size-8" />
    </button>
  )
}
