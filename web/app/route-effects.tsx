import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import fontCss from '../../fonts/pretendard/pretendardvariable-dynamic-subset.css?url'
import { isVideoPath } from '#web/routing/paths.ts'

/** Announces the title of the new page after a client-side navigation, as browsers do for page loads. */
export function RouteAnnouncer() {
  const { pathname, search } = useLocation()
  const previousTitle = useRef<string>(null)
  const [title, setTitle] = useState('')
  useEffect(() => {
    const previous = previousTitle.current
    previousTitle.current = document.title
    // Not if only the query changed, such as the sort order.
    if (previous !== null && previous !== document.title) setTitle(document.title)
  }, [pathname, search])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

/**
 * Restores the focus after a client-side navigation that removed the focused element: to the link that was followed on
 * back navigation, otherwise to the main content. An element that still has the focus keeps it.
 */
export function useFocusRestoration() {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const previousPath = useRef(pathname)
  useEffect(() => {
    const previous = previousPath.current
    previousPath.current = pathname
    if (previous === pathname || document.activeElement !== document.body) return
    const main = document.getElementById('main')
    const followedLink =
      navigationType === 'POP' &&
      main?.querySelector<HTMLElement>(`a[href="${CSS.escape(previous)}"]`)
    ;(followedLink || main)?.focus({ preventScroll: true })
  }, [pathname, navigationType])
}

/** Repeats the press of a button that came before hydration, which the script in the head recorded. */
export function useEarlyPressReplay() {
  useEffect(() => {
    const { takeEarlyPress } = window as { takeEarlyPress?: () => HTMLElement | null | undefined }
    takeEarlyPress?.()?.click()
    delete (window as { takeEarlyPress?: unknown }).takeEarlyPress
  }, [])
}

export const fontStylesheetUrl = fontCss

/**
 * Loads Pretendard when the page is idle, so that it does not delay images; the fallbacks have the same metrics. On phones,
 * which have a good Korean system font, it waits for the second page, and not in the player, where it would delay the
 * video. It is not loaded on slow connections and with data saving.
 */
export function useDeferredFont() {
  const { key, pathname } = useLocation()
  const [initialKey] = useState(key)
  const hasNavigated = key !== initialKey
  const isPlayer = isVideoPath(pathname)
  useEffect(() => {
    const { connection } = navigator as {
      connection?: { saveData: boolean; effectiveType: string }
    }
    if (connection && (connection.saveData || connection.effectiveType !== '4g')) return
    if (document.querySelector(`link[href="${fontCss}"]`)) return
    if ((!hasNavigated || isPlayer) && matchMedia('(pointer: coarse)').matches) return
    const load = () => {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.href = fontCss
      document.head.append(sheet)
    }
    const loadWhenIdle = () =>
      'requestIdleCallback' in window
        ? requestIdleCallback(load, { timeout: 3_000 })
        : setTimeout(load, 200)
    if (document.readyState === 'complete') loadWhenIdle()
    else addEventListener('load', loadWhenIdle, { once: true })
    return () => removeEventListener('load', loadWhenIdle)
  }, [hasNavigated, isPlayer])
}
