import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Says the new page's title to a screen reader after a link inside the site. A browser does so for a page it
 * loads; a page that only changes is silent.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}
