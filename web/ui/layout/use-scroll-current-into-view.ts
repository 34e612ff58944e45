import { useEffect, useRef } from 'react'

/**
 * Brings the one of a line of links that is the page one is on into the middle of the line, which is longer than a phone
 * is wide: when the page changes, and when a badge has made the line longer.
 */
export function useScrollCurrentIntoView<E extends HTMLElement>(pathname: string) {
  const line = useRef<E>(null)
  useEffect(() => {
    const { current } = line
    if (!current) return
    const bring = () => {
      const here = current.querySelector<HTMLElement>('[aria-current], [data-current]')
      if (here) current.scrollLeft = here.offsetLeft - (current.clientWidth - here.offsetWidth) / 2
    }
    const observer = new ResizeObserver(bring)
    for (const link of current.children) observer.observe(link)
    return () => observer.disconnect()
  }, [pathname])
  return line
}
