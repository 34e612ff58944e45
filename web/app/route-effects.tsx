import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import faces from '../../fonts/pretendard/pretendardvariable-dynamic-subset.css?url'
import { isVideoPath } from '#web/routing/paths.ts'

/**
 * Says the new page's title to a screen reader after a link inside the site. A browser does so for a page it
 * loads; a page that only changes is silent.
 */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const shown = useRef<string>(null)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const before = shown.current
    shown.current = document.title
    // Another order of the same list is no other page.
    if (before !== null && before !== document.title) setTitle(document.title)
  }, [pathname, search])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/**
 * Keyboard focus after a page that only changed. What had it is gone with the page before: on the way back the link
 * that led away has it again, otherwise the new page's beginning, so that the next key goes on from there and not
 * from the header. Whatever still has the focus, or took it for itself, keeps it.
 */
export function useFocusRestoration() {
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

export const fontStylesheetUrl = faces

/**
 * Asks for Pretendard once the page is there and quiet: its stand-ins have the same widths, so the change
 * is hardly seen, and the pictures had the line to themselves. A phone has a good Korean face of its own, a
 * narrow line and a slow processor: it is asked for there with the second page, which is laid out anew
 * anyway, unless that is the player, where a film waits for the line. Readers who save data keep the stand-in, and so do
 * those on a slow line: there it would hold back pictures and films for seconds.
 */
export function useDeferredFont() {
  const { key, pathname } = useLocation()
  const [entered] = useState(key)
  const moved = key !== entered
  const film = isVideoPath(pathname)
  useEffect(() => {
    const { connection } = navigator as {
      connection?: { saveData: boolean; effectiveType: string }
    }
    if (connection && (connection.saveData || connection.effectiveType !== '4g')) return
    if (document.querySelector(`link[href="${faces}"]`)) return
    if ((!moved || film) && matchMedia('(pointer: coarse)').matches) return
    const ask = () => {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.href = faces
      document.head.append(sheet)
    }
    const whenQuiet = () =>
      'requestIdleCallback' in window
        ? requestIdleCallback(ask, { timeout: 3_000 })
        : setTimeout(ask, 200)
    if (document.readyState === 'complete') whenQuiet()
    else addEventListener('load', whenQuiet, { once: true })
    return () => removeEventListener('load', whenQuiet)
  }, [moved, film])
}
