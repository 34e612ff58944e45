import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Keyboard focus after a page that only changed. What had it is gone with the page before: on the way back the link
 * that led away has it again, otherwise the new page's beginning, so that the next key goes on from there and not
 * from the header. Whatever still has the focus, or took it for itself, keeps it.
 */
export function useKeptFocus() {
  const { pathname } = useLocation()
  const way = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    const left = shown.current
    shown.current = pathname
    if (left === pathname || document.activeElement !== document.body) return
    const main = document.getElementById('main')
    const led = way === 'POP' && main?.querySelector<HTMLElement>(`a[href="${CSS.escape(left)}"]`)
    ;(led || main)?.focus({ preventScroll: true })
  }, [pathname, way])
}
