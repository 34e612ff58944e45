import { useEffect } from 'react'

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
