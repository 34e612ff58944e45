import { useEffect, useRef } from 'react'

/**
 * Centres the current link of a horizontally scrolling list, on navigation and when the list is resized.
 * @param key changes with the address and with the links.
 * @returns the list's ref.
 */
export function useScrollCurrentIntoView<E extends HTMLElement>(key: string) {
  const list = useRef<E>(null)
  useEffect(() => {
    const { current } = list
    if (!current) return
    const scrollToCurrent = () => {
      const link = current.querySelector<HTMLElement>('[aria-current], [data-current]')
      if (link) current.scrollLeft = link.offsetLeft - (current.clientWidth - link.offsetWidth) / 2
    }
    const observer = new ResizeObserver(scrollToCurrent)
    for (const link of current.children) observer.observe(link)
    return () => observer.disconnect()
  }, [key])
  return list
}
