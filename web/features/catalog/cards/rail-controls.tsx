import { cardMessages } from './messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useState, type RefObject } from 'react'

/** Pixels by which a rail may be off its end, as by fractions of pixels. */
const tolerance_px = 8
/** The share of a rail's width by which a press scrolls, so that a card stays in view. */
const pageShare = 0.82

/** The buttons at the ends of a rail that scroll it by a page, where there is more. */
export function RailEdges({
  scroller,
  isComplete,
}: {
  scroller: RefObject<HTMLElement | null>
  /** Whether all cards are rendered; the width of the rail depends on it. */
  isComplete: boolean
}) {
  const [canScroll, setCanScroll] = useState({ left: false, right: false })
  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const update = () => {
      const remaining = list.scrollWidth - list.clientWidth - list.scrollLeft
      setCanScroll((current) => {
        const left = list.scrollLeft > tolerance_px
        const right = remaining > tolerance_px
        return current.left === left && current.right === right ? current : { left, right }
      })
    }
    const resizeObserver = new ResizeObserver(update)
    resizeObserver.observe(list)
    list.addEventListener('scroll', update, { passive: true })
    return () => {
      resizeObserver.disconnect()
      list.removeEventListener('scroll', update)
    }
  }, [scroller, isComplete])
  const scrollPage = (direction: 1 | -1) =>
    scroller.current?.scrollBy({
      left: direction * scroller.current.clientWidth * pageShare,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    })
  return (
    <>
      {canScroll.left && <Edge side="left" onClick={() => scrollPage(-1)} />}
      {canScroll.right && <Edge side="right" onClick={() => scrollPage(1)} />}
    </>
  )
}

/** For hovering pointers only; touch scrolls and the keyboard moves between the cards. */
function Edge({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      title={side === 'left' ? cardMessages.scroll_left : cardMessages.scroll_right}
      onClick={onClick}
      className={`absolute -inset-y-2 z-action hidden w-(--page-gutter) items-center justify-center overflow-hidden text-foreground opacity-0 transition-opacity duration-(--duration-fast) group-hover/row:opacity-100 hover:text-accent-bright pointer-fine:flex ${
        side === 'left'
          ? 'left-0 bg-linear-to-r from-background via-background/85 to-transparent'
          : 'right-0 bg-linear-to-l from-background via-background/85 to-transparent'
      }`}
    >
      <Icon name={`chevron_${side}`} className="size-8" />
    </button>
  )
}

const linksIn = (rail: Element) => [
  ...rail.querySelectorAll<HTMLAnchorElement>('li a:not([tabindex="-1"])'),
]

/** Moves the focus with arrow keys: sideways within a rail, up and down between rails. */
function moveFocus(event: KeyboardEvent) {
  const { target: focused } = event
  const rail = focused instanceof HTMLAnchorElement && focused.closest('[data-rail]')
  if (!rail) return
  const links = linksIn(rail)
  const index = links.indexOf(focused)
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const rails = [...document.querySelectorAll('[data-rail]')]
  const linkInAdjacentRail = (step: number) => {
    const next = rails[rails.indexOf(rail) + step]
    const nextLinks = next ? linksIn(next) : []
    return nextLinks[Math.min(index, nextLinks.length - 1)]
  }
  const targets: Record<string, () => HTMLAnchorElement | undefined> = {
    ArrowRight: () => links[index + 1],
    ArrowLeft: () => links[index - 1],
    Home: () => links[0],
    End: () => links.at(-1),
    ArrowDown: () => linkInAdjacentRail(1),
    ArrowUp: () => linkInAdjacentRail(-1),
  }
  const target = targets[event.key]?.()
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Adds the arrow keys to all rails. A hook of the overlays, which the first focus loads, so that no first visit loads it. */
export function useRailKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', moveFocus)
    return () => document.removeEventListener('keydown', moveFocus)
  }, [])
}
