import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Says the new page's title to a screen reader after a link inside the site. A browser does so for a page it
 * loads; a page that only changes is silent.
 */
export function PageAnnouncer() {
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
